import {
  describeError,
  encodeText,
  errnoOf,
  KEY_SETTINGS,
  type Program,
  SANE_SETTINGS,
  type Terminal,
  type TerminalSettings,
} from '@cloche/system';
import { readRequest, type SttyRequest, TAKES_VALUE } from './read-request.ts';

const HELP = `Usage: stty [SETTING]...
  or: stty -a | -g | size
Show or change how the terminal on standard input works.

  -a      show all settings
  -g      show them in a form that can be given back to stty
  size    print the number of rows and columns
  rows N, cols N       set the size
  [-]echo [-]icanon [-]isig [-]icrnl [-]opost [-]onlcr
                       turn a setting on, or with - off
  sane, cooked, -raw   lines, echo and signals
  raw, -cooked         every key as it comes
`;

/** The settings that are told apart here, by their names in termios(3). */
const FLAGS: Readonly<Record<string, keyof TerminalSettings>> = {
  icrnl: 'mapsReturn',
  opost: 'mapsNewline',
  onlcr: 'mapsNewline',
  isig: 'sendsSignals',
  icanon: 'isCanonical',
  echo: 'echoes',
};

const RAW: TerminalSettings = { ...KEY_SETTINGS, echoes: true, mapsNewline: false };

const COMBINATIONS: Readonly<Record<string, (now: TerminalSettings) => TerminalSettings>> = {
  sane: () => SANE_SETTINGS,
  cooked: ({ echoes }) => ({ ...SANE_SETTINGS, echoes }),
  '-raw': ({ echoes }) => ({ ...SANE_SETTINGS, echoes }),
  raw: ({ echoes }) => ({ ...RAW, echoes }),
  '-cooked': ({ echoes }) => ({ ...RAW, echoes }),
  cbreak: (now) => ({ ...now, isCanonical: false }),
  '-cbreak': (now) => ({ ...now, isCanonical: true }),
};

/** Settings of real terminals that mean nothing here; programs turn them on and off in passing. */
const WITHOUT_EFFECT =
  /^-?(?:parenb|parodd|cs[5-8]|hupcl|cstopb|cread|clocal|crtscts|ignbrk|brkint|ignpar|parmrk|inpck|istrip|inlcr|igncr|ixon|ixoff|ixany|imaxbel|iutf8|iexten|echoe|echok|echonl|noflsh|tostop|echoctl|echoke|echoprt)$/;

/** What `stty -g` prints. */
const SAVED = /^[0-9a-f]{1,2}$/;

function isSetting(word: string): boolean {
  const name = word.replace(/^-/, '');
  return (
    Object.hasOwn(COMBINATIONS, word) ||
    Object.hasOwn(FLAGS, name) ||
    SAVED.test(word) ||
    WITHOUT_EFFECT.test(word) ||
    word === 'size' ||
    word === 'speed'
  );
}

function readSettings(words: readonly string[]): SttyRequest | { readonly fault: string } {
  return readRequest(words, isSetting);
}

/** Shows and changes the settings of the terminal on standard input. */
export const stty: Program = async (context) => {
  const { argv, descriptors, stdout, stderr } = context;
  const fail = async (message: string): Promise<number> => {
    await stderr.write(encodeText(`stty: ${message}\n`));
    return 1;
  };
  if (argv[1] === '--help') {
    await stdout.write(encodeText(HELP));
    return 0;
  }
  const request = readSettings(argv.slice(1));
  if ('fault' in request) return fail(request.fault);
  const { style, words, device } = request;
  let terminal = descriptors.get(0)?.terminal;
  if (device !== undefined && device !== terminal?.name) {
    try {
      const opened = context.open(device);
      terminal = opened.file.terminal;
      opened.close();
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return fail(`${device}: ${describeError(error)}`);
    }
  }
  if (!terminal) return fail(`${device ?? "'standard input'"}: Inappropriate ioctl for device`);
  if (words.length === 0) {
    await stdout.write(encodeText(describe(terminal, style)));
    return 0;
  }
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === 'size' || word === 'speed') {
      await stdout.write(encodeText(describe(terminal, word)));
    } else if (TAKES_VALUE.test(word)) {
      const value = words[++index] ?? '';
      if (word === 'rows') terminal.size = { ...terminal.size, rows: Number(value) };
      else if (word.startsWith('col')) terminal.size = { ...terminal.size, columns: Number(value) };
    } else change(terminal, word);
  }
  return 0;
};

function change(terminal: Terminal, word: string): void {
  const combination = Object.hasOwn(COMBINATIONS, word) ? COMBINATIONS[word] : undefined;
  const name = word.replace(/^-/, '');
  const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name] : undefined;
  if (combination) terminal.settings = combination(terminal.settings);
  else if (flag) terminal.settings = { ...terminal.settings, [flag]: !word.startsWith('-') };
  else if (SAVED.test(word)) terminal.settings = decode(Number.parseInt(word, 16));
}

const ORDER = ['mapsReturn', 'mapsNewline', 'sendsSignals', 'isCanonical', 'echoes'] as const;

function decode(bits: number): TerminalSettings {
  const isOn = (index: number): boolean => ((bits >> index) & 1) === 1;
  return {
    mapsReturn: isOn(0),
    mapsNewline: isOn(1),
    sendsSignals: isOn(2),
    isCanonical: isOn(3),
    echoes: isOn(4),
  };
}

function describe({ settings, size }: Terminal, form: string | undefined): string {
  if (form === 'speed') return '38400\n';
  if (form === 'size') return `${size.rows} ${size.columns}\n`;
  if (form === '-g') {
    const bits = ORDER.reduce((sum, name, index) => sum + (settings[name] ? 1 << index : 0), 0);
    return `${bits.toString(16)}\n`;
  }
  const show = (...names: string[]): string =>
    names.map((name) => `${settings[FLAGS[name] ?? 'echoes'] ? '' : '-'}${name}`).join(' ');
  const speed = `speed 38400 baud; ${form === '-a' ? `rows ${size.rows}; columns ${size.columns}; ` : ''}line = 0;\n`;
  const keys =
    'intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; susp = ^Z;\nwerase = ^W; lnext = ^V; min = 1; time = 0;\n';
  return `${speed}${form === '-a' ? keys : ''}${show('icrnl', 'opost', 'onlcr', 'isig', 'icanon', 'echo')}\n`;
}
