import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePhotoRenderer } from '@comptoir/app/adapters/photo-renderer.js';
import type { RenderedPhoto } from '@comptoir/core/photos/photo-renderer.js';
import { Transformer } from '@napi-rs/image';
import { expect } from 'chai';
import { atOnce, errorOf, refusalOf } from '../suites/suite.js';
import { aJpeg, anAvif, aPhoneJpeg, aPng, aPngOf, aWebp, GPS_MARK } from '../support/pictures.js';

describe('rendering photos', function () {
  this.timeout(60_000);
  const { render } = makePhotoRenderer();
  const codeOf = async (bytes: Uint8Array) => (await refusalOf(render(bytes))).code;
  const sizesOf = ({ files }: RenderedPhoto) =>
    Promise.all(
      files.map(async ({ bytes }) => {
        const { width, height, format } = await new Transformer(bytes).metadata();
        return `${width}×${height} ${format}`;
      }),
    );

  it('makes WebP of every kind of picture, in every width that is not larger', async () => {
    const widths = ['320×240 webp', '640×480 webp', '800×600 webp'];
    for (const picture of [await aJpeg(), await aPng(), await aWebp(), await anAvif()]) {
      const photo = await render(picture);
      expect(await sizesOf(photo)).to.deep.equal(widths);
      expect(photo.width).to.equal(800);
      expect(photo.files.map(({ width }) => width)).to.deep.equal([320, 640, 800]);
      expect(photo.hash).to.equal(createHash('sha256').update(picture).digest('hex'));
    }
    expect(await sizesOf(await render(await aJpeg(3000, 1500)))).to.deep.equal(['320×160 webp', '640×320 webp', '1280×640 webp']);
    expect(await sizesOf(await render(await aPng(40, 30)))).to.deep.equal(['40×30 webp']);
  });

  it('puts a phone picture upright and forgets where it was taken', async () => {
    const picture = await aPhoneJpeg();
    expect(picture.includes(GPS_MARK)).to.equal(true);

    const photo = await render(picture);

    expect(await sizesOf(photo)).to.deep.equal(['320×426 webp', '600×800 webp']);
    for (const { bytes } of photo.files) {
      for (const mark of [GPS_MARK, 'Exif', 'EXIF', 'XMP ', 'ICCP']) expect(Buffer.from(bytes).includes(mark), mark).to.equal(false);
    }
    const upright = await new Transformer(photo.files[0]?.bytes ?? Buffer.alloc(0)).rawPixels();
    // What was left is now on top: dark above, bright below.
    expect(upright.at(0)).to.be.lessThan(40);
    expect(upright.at(-1)).to.be.greaterThan(215);
  });

  it('keeps what is transparent', async () => {
    const clear = await Transformer.fromRgbaPixels(Buffer.alloc(400 * 400 * 4), 400, 400).png();
    const [file] = (await render(clear)).files;
    expect((await new Transformer(file?.bytes ?? Buffer.alloc(0)).rawPixels())[3]).to.equal(0);
  });

  it('takes nothing but pictures, whatever they are called', async () => {
    for (const text of [
      '',
      'x',
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
      '<!doctype html><script>alert(1)</script>',
      'GIF89a\x01\0\x01\0',
      '%PDF-1.7',
      'II*\0',
      'BM',
      'RIFF\0\0\0\0WAVE',
      '\0\0\0\x18ftypheic',
    ]) {
      expect(await codeOf(Buffer.from(text, 'latin1')), text).to.equal('unsupported_media_type');
    }
  });

  it('refuses a bomb by its header, before anything is decoded', async () => {
    for (const [width, height] of [
      [60_000, 60_000],
      [50_001, 1000],
      [2 ** 31 - 1, 1],
    ] as const) {
      const refusal = await refusalOf(render(aPngOf(width, height)));
      expect([refusal.code, refusal.message]).to.deep.equal(['invalid_photo', 'The picture has more than 50 megapixels.']);
    }
  });

  it('refuses what breaks off, is damaged or lies about itself', async () => {
    const [png, webp, avif] = [await aPng(), await aWebp(), await anAvif()];
    const liar = Buffer.from(avif);
    liar.writeUInt32BE(100, avif.indexOf('ispe') + 8);
    for (const picture of [
      png.subarray(0, png.length / 2),
      webp.subarray(0, webp.length / 2),
      avif.subarray(0, avif.length / 2),
      png.subarray(0, 20),
      Buffer.from('\xff\xd8\xff', 'latin1'),
      Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(5000, 0x41)]),
      aPngOf(500, 500),
      aPngOf(0, 10),
      liar,
    ]) {
      expect(await codeOf(picture), picture.subarray(0, 30).toString('latin1')).to.equal('invalid_photo');
    }
  });

  it('keeps of a picture that is something else besides only the picture', async () => {
    const polyglot = Buffer.concat([await aJpeg(), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    for (const { bytes } of (await render(polyglot)).files) expect(Buffer.from(bytes).includes('script')).to.equal(false);
  });

  describe('in a child', () => {
    let directory: string;
    const childOf = async (program: string) => {
      const path = join(directory, 'child.mjs');
      await writeFile(path, program);
      return pathToFileURL(path);
    };
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'comptoir-child-'));
    });
    after(() => rm(directory, { recursive: true }));

    it('outlives one that crashes, and one that hangs', async () => {
      for (const end of ['process.abort()', 'process.exit(0)', 'for (;;);', "throw new Error('x')"]) {
        const program = `process.send('ready'); process.on('message', () => { ${end} })`;
        const renderer = makePhotoRenderer({ child: await childOf(program), patienceMs: 5000 });
        expect((await refusalOf(renderer.render(await aPng(10, 10)))).code, program).to.equal('invalid_photo');
      }
    });

    it('does not blame the picture for one that cannot start', async () => {
      for (const program of ['process.exit(1)', 'syntax error(', "import 'no-such-decoder'"]) {
        const fault = await errorOf(makePhotoRenderer({ child: await childOf(program) }).render(await aPng(10, 10)));
        expect(String(fault), program).to.include('could not start');
      }
    });

    it('does not believe one that a picture has taken over', async () => {
      for (const said of [
        "{ kind: 'rendered', width: '../../secret', files: [] }",
        "{ kind: 'rendered', width: 640, files: [{ width: '/etc', bytes: new Uint8Array(1) }] }",
        "{ kind: 'rendered', width: 640, files: [{ width: 640, bytes: 'text' }] }",
        "{ kind: 'done' }",
        'null',
      ]) {
        const program = `process.send('ready'); process.on('message', () => process.send(${said}))`;
        const renderer = makePhotoRenderer({ child: await childOf(program) });
        expect((await refusalOf(renderer.render(await aPng(10, 10)))).code, said).to.equal('invalid_photo');
      }
    });

    it('tells it nothing of the server', async () => {
      const reports =
        "process.send('ready'); process.on('message', () => process.send({ kind: 'rendered', width: 1 + Object.keys(process.env).length, files: [] }))";
      process.env['COMPTOIR_TEST_SECRET'] = 'x';
      try {
        expect((await makePhotoRenderer({ child: await childOf(reports) }).render(Buffer.from('x'))).width).to.equal(1);
      } finally {
        delete process.env['COMPTOIR_TEST_SECRET'];
      }
    });

    it('works on one at a time, lets a few wait and refuses more', async () => {
      const outcomes = await atOnce(12, async () =>
        render(await aPng(20, 20)).then(
          () => 'rendered',
          (error: { code: string }) => error.code,
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'rendered')).to.have.length(9);
      expect(outcomes.filter((outcome) => outcome === 'rate_limited')).to.have.length(3);
    });
  });
});
