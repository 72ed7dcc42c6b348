import { describe, expect, test } from 'vitest';
import { FieldBuilder } from './field-builder.ts';

function split(text: string, ifs: string | undefined): string[] {
  const builder = new FieldBuilder(ifs);
  builder.addSplit(text);
  return builder.finish().map((field) => field.text);
}

describe('FieldBuilder', () => {
  test.each([
    ['  a  b ', undefined, ['a', 'b']],
    ['a::b', ':', ['a', '', 'b']],
    [':a', ':', ['', 'a']],
    ['a:', ':', ['a']],
    ['a : b', ' :', ['a', 'b']],
    ['a b', '', ['a b']],
    ['', undefined, []],
  ])('splits %j at %j', (text, ifs, expected) => {
    expect(split(text, ifs)).toEqual(expected);
  });

  test('keeps quoted text whole and an empty quoted field', () => {
    const builder = new FieldBuilder(undefined);
    builder.addSplit('a ');
    builder.addQuoted('b c');
    builder.breakQuotedField();
    builder.addQuoted('');
    expect(builder.finish().map((field) => field.text)).toEqual(['a', 'b c', '']);
  });
});
