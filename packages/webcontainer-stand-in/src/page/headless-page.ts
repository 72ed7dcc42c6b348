// The page of the runtime in the client's hidden frame: carries the client's ports over one WebSocket to the machine.
import { createPortCodec } from '../wire/message-pack.ts';

const ROOT_PORT = 0;
/** Numbers of ports that came from the client; the machine takes odd ones. */
const FIRST_OWN = 2;

const ports = new Map<number, MessagePort>();
/** Ports that the message being decoded brought, to be given on. */
let arrived: MessagePort[] = [];
let next = FIRST_OWN;
const codec = createPortCodec(
  (object) => {
    if (!(object instanceof MessagePort)) return undefined;
    const number = next;
    next += 2;
    connect(number, object);
    return number;
  },
  (number) => {
    const { port1, port2 } = new MessageChannel();
    connect(number, port1);
    arrived.push(port2);
    return port2;
  },
);

const socket = new WebSocket(new URL('stand-in', document.baseURI.replace(/^http/, 'ws')));
socket.binaryType = 'arraybuffer';
socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  arrived = [];
  const received = codec.decode(new Uint8Array(data));
  if (!Array.isArray(received)) return;
  const [number, ...message]: unknown[] = received;
  const port = typeof number === 'number' ? ports.get(number) : undefined;
  if (message.length > 0) {
    port?.postMessage(message[0], arrived);
  } else if (typeof number === 'number') {
    port?.close();
    ports.delete(number);
  }
});
socket.addEventListener('open', () => {
  const { port1, port2 } = new MessageChannel();
  connect(ROOT_PORT, port1);
  parent.postMessage({ type: 'init' }, '*', [port2]);
});

function connect(number: number, port: MessagePort): void {
  ports.set(number, port);
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
    socket.send(codec.encode([number, data]).slice()),
  );
  port.start();
}
