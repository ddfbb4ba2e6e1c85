export const scenarioNames = ['empty', 'demo', 'million'] as const
export type ScenarioName = (typeof scenarioNames)[number]
