export { changeOf, figureText, formulaText, percent } from '#shared/domain/statistics/figure-text.ts'
