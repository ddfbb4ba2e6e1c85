export {
  comparedPeriod,
  comparisons,
  daysOf,
  periodText,
  type Comparison,
} from '#shared/domain/statistics/compared-period.ts'
