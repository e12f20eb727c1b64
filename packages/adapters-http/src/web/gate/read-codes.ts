import { decodeQR } from 'qr/decode.js';

/** Reads QR codes from the camera: by the browser's own detector where there is one, else by a decoder in this page. */

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorHost {
  readonly BarcodeDetector?: new (options: { formats: readonly string[] }) => Detector;
}

export interface CameraReader {
  stop(): void;
}

/** Frames per second that are looked at: phones get hot. */
const LOOKS_PER_SECOND = 8;
/** Enough for a code that fills a quarter of the picture. */
const WIDTH_MAX = 640;
/** The same code again within this is the same ticket still in front of the camera. */
const SAME_CODE_MS = 3000;

/** Shows the camera in `video` and calls `onCode` for each code that comes in front of it. Throws what the browser refuses with. */
export async function readCodes(video: HTMLVideoElement, onCode: (code: string) => void): Promise<CameraReader> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  video.srcObject = stream;
  await video.play();
  const find = await bestFinder();
  let last = { code: '', at: 0 };
  let stopped = false;

  async function look(): Promise<void> {
    if (stopped) return;
    const code = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await find(video) : null;
    const now = performance.now();
    if (code !== null && (code !== last.code || now - last.at > SAME_CODE_MS)) onCode(code);
    if (code !== null) last = { code, at: now };
    setTimeout(look, 1000 / LOOKS_PER_SECOND);
  }

  void look();
  return {
    stop: () => {
      stopped = true;
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

type Finder = (video: HTMLVideoElement) => Promise<string | null>;

async function bestFinder(): Promise<Finder> {
  const { BarcodeDetector } = globalThis as DetectorHost;
  if (BarcodeDetector === undefined) return finderOfPage();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  const ofPage = finderOfPage();
  // A detector may be there and do nothing: some systems bring no library for it.
  return async (video) => {
    try {
      return (await detector.detect(video))[0]?.rawValue ?? (await ofPage(video));
    } catch {
      return ofPage(video);
    }
  };
}

function finderOfPage(): Finder {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (pen === null || canvas.width === 0) return null;
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // It throws where it finds no code.
      return null;
    }
  };
}
