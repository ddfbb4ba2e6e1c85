import { expect, test } from 'vitest'
import { previewLine } from './preview-line.ts'

const lineOf = (html: string, text = '', textMode: 'made' | 'written' | 'none' = 'made') =>
  previewLine({ html, text, textMode })

test.each([
  ['', ''],
  ['<p>Dear Ann,</p><p>your <b>or</b>der &amp; more&nbsp;&#8364;&#x41;</p>', 'Dear Ann, your order & more €A'],
  ['<HEAD><style>p { color: red }</style><title>x</title></HEAD><!-- <p>no</p> --><body>Hi', 'Hi'],
  ['a < b <3 <img src="cid:a" alt="x">', 'a < b <3'],
  ['<style>p {', ''],
  ['Hello <p', 'Hello'],
])('of the HTML %j, the words are shown', (html, line) => {
  expect(lineOf(html)).toBe(line)
})

test('the text is preferred, unless it is not sent', () => {
  expect(lineOf('<p>HTML</p>', ' Text\r\n\r\nof two lines ')).toBe('Text of two lines')
  expect(lineOf('<p>HTML</p>', 'Text', 'none')).toBe('HTML')
})

test('a long text is cut between letters', () => {
  const line = lineOf('', '😀'.repeat(500))
  expect(line).toBe(`${'😀'.repeat(120)}…`)
  expect(lineOf('<'.repeat(1_000_000) + '<style>'.repeat(1_000_000))).toHaveLength(121)
})
