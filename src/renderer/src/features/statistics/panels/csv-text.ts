export { csvText, type CsvTable } from '#shared/domain/statistics/csv-text.ts'
