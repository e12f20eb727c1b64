import { deviceOf } from '@comptoir/adapters-http/web/manage/device.js';
import { elapsed } from '@comptoir/adapters-http/web/manage/elapsed.js';
import { expect } from 'chai';
import { FIREFOX, SAFARI } from '../../../browser/manage-world.js';

describe('the device of a session', () => {
  const cases: [userAgent: string | null, device: string | null][] = [
    [FIREFOX, 'Firefox, Windows'],
    [SAFARI, 'Safari, iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36', 'Chrome, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/138.0 Mobile/15E148 Safari/604.1',
      'Chrome, iPhone',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['till-sync/2.1 (+https://shop.example)', 'till-sync/2.1'],
    ['<script>', null],
    ['', null],
    [null, null],
  ];
  for (const [userAgent, device] of cases) {
    it(`is ${device ?? 'unknown'} for "${userAgent?.slice(0, 40) ?? 'no header'}"`, () => {
      expect(deviceOf(userAgent)).to.equal(device);
    });
  }
});

describe('the time since something', () => {
  const now = new Date('2026-06-16T10:00:00Z');
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const cases: [seconds: number, english: string, french: string][] = [
    [-5, 'now', 'maintenant'],
    [59, 'now', 'maintenant'],
    [60, '1 minute ago', 'il y a 1 minute'],
    [3599, '59 minutes ago', 'il y a 59 minutes'],
    [7200, '2 hours ago', 'il y a 2 heures'],
    [86_400, 'yesterday', 'hier'],
    [29 * 86_400, '29 days ago', 'il y a 29 jours'],
  ];
  for (const [seconds, english, french] of cases) {
    it(`is "${english}" after ${seconds} seconds`, () => {
      expect(elapsed(secondsAgo(seconds), now, 'en')).to.equal(english);
      expect(elapsed(secondsAgo(seconds), now, 'fr')).to.equal(french);
    });
  }
});
