/** Every zone’s days begin at such a moment. */
export const secondsPerQuarter = 900
