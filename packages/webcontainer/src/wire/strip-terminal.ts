const ESCAPE = 0x1b;
const BELL = 0x07;
const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** What an operating system command may have before it counts as none: a lost end must not swallow the line. */
const MAX_COMMAND_UNITS = 512;

type Place = 'text' | 'escape' | 'control' | 'command' | 'command-escape';

/**
 * Creates a filter of a terminal's output, in pieces of any size: what passes is printable ASCII. Escape sequences, line
 * ends, other controls and everything that is not ASCII are taken out, so that a line that was wrapped is whole again.
 */
export function createTerminalFilter(): (text: string) => string {
  let place: Place = 'text';
  let commandUnits = 0;
  const after = (unit: number): Place => {
    switch (place) {
      case 'text':
        return unit === ESCAPE ? 'escape' : 'text';
      case 'escape':
        commandUnits = 0;
        if (unit === OPEN_BRACKET) return 'control';
        if (unit === CLOSE_BRACKET) return 'command';
        return unit === ESCAPE ? 'escape' : 'text';
      case 'control':
        if (unit === ESCAPE) return 'escape';
        // The final byte of a control sequence (ECMA-48 5.4); a control character in it means that it is broken.
        return unit >= 0x40 || unit < 0x20 ? 'text' : 'control';
      case 'command':
        if (unit === ESCAPE) return 'command-escape';
        if (unit === BELL || unit === NEWLINE || ++commandUnits > MAX_COMMAND_UNITS) return 'text';
        return 'command';
      case 'command-escape':
        return 'text';
    }
  };
  return (text) => {
    if (place === 'text' && !/[^\x20-\x7e]/.test(text)) return text;
    let kept = '';
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (place === 'text' && unit >= 0x20 && unit <= 0x7e) kept += text[index];
      else place = after(unit);
    }
    return kept;
  };
}
