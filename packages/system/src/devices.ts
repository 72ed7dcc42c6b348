import { NO_BYTES } from './bytes.ts';
import { createOwnerCount, type OpenFile, statOfUnnamed } from './open-file.ts';
import { SystemError } from './system-error.ts';

/** Fills an array with random bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/** The devices that every machine has, by path. `/dev/tty` belongs to terminals and is not among them. */
export type DevicePath = '/dev/null' | '/dev/zero' | '/dev/full' | '/dev/random' | '/dev/urandom';

const DEVICES: Record<DevicePath, (random: RandomBytes) => Pick<OpenFile, 'read' | 'write'>> = {
  '/dev/null': () => ({ read: () => NO_BYTES, write: () => undefined }),
  '/dev/zero': () => ({ read: (maxBytes) => new Uint8Array(Math.min(maxBytes, 65_536)), write: () => undefined }),
  '/dev/full': () => ({
    read: (maxBytes) => new Uint8Array(Math.min(maxBytes, 65_536)),
    write() {
      throw new SystemError('ENOSPC', 'write');
    },
  }),
  '/dev/random': (random) => ({ read: (maxBytes) => random(Math.min(maxBytes, 65_536)), write: () => undefined }),
  '/dev/urandom': (random) => ({ read: (maxBytes) => random(Math.min(maxBytes, 65_536)), write: () => undefined }),
};

/** Says whether `path` names one of the devices here. */
export function isDevicePath(path: string): path is DevicePath {
  return Object.hasOwn(DEVICES, path);
}

/** Opens a device for reading and writing. */
export function openDevice(path: DevicePath, random: RandomBytes): OpenFile {
  const { read, write } = DEVICES[path](random);
  let given: Uint8Array = NO_BYTES;
  const owners = createOwnerCount(() => undefined);
  const device: OpenFile = {
    kind: 'device',
    canRead: true,
    canWrite: true,
    read(maxBytes, signal) {
      if (given.length === 0) return read(maxBytes, signal);
      const bytes = given.subarray(0, maxBytes);
      given = given.subarray(bytes.length);
      return bytes;
    },
    unread(bytes) {
      given = bytes;
    },
    write,
    seek: () => 0,
    stat: () => statOfUnnamed('character-device', 0),
    retain() {
      owners.retain();
      return device;
    },
    release: owners.release,
  };
  return device;
}
