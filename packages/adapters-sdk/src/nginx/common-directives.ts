import { block, type Directive, line } from './directives.js';
import type { CertificateFiles, Dialect } from './nginx-options.js';

/** What the servers of every file have in common. */

type Purpose = 'site' | 'default';

export function plainListeners({ ports, ipv6 }: Dialect, purpose: Purpose): readonly Directive[] {
  const v4 = purpose === 'default' ? line`listen ${ports.http} default_server` : line`listen ${ports.http}`;
  const v6 = purpose === 'default' ? line`listen [::]:${ports.http} default_server` : line`listen [::]:${ports.http}`;
  return ipv6 ? [v4, v6] : [v4];
}

export function tlsListeners(dialect: Dialect, purpose: Purpose): readonly Directive[] {
  const { ports, ipv6, http2Directive } = dialect;
  const options = [...(http2Directive ? ['ssl'] : ['ssl', 'http2']), ...(purpose === 'default' ? ['default_server'] : [])];
  const listeners = [line`listen ${ports.https} ${options}`, ...(ipv6 ? [line`listen [::]:${ports.https} ${options}`] : [])];
  return http2Directive ? [...listeners, line`http2 on`] : listeners;
}

/** Mozilla's intermediate profile: every browser since 2015. */
export const TLS: readonly Directive[] = [
  line`ssl_protocols TLSv1.2 TLSv1.3`,
  line`ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305`,
  line`ssl_prefer_server_ciphers off`,
  line`ssl_session_cache shared:comptoir:10m`,
  line`ssl_session_timeout 1d`,
  line`ssl_session_tickets off`,
  line`server_tokens off`,
];

/**
 * The variable is always empty. With one in the path nginx reads the files at each handshake: a renewed certificate is served at
 * once, and one that is missing fails its own site alone.
 */
export function certificate({ certPath, keyPath }: CertificateFiles): readonly Directive[] {
  return [line`ssl_certificate ${certPath}$comptoir_at_handshake`, line`ssl_certificate_key ${keyPath}$comptoir_at_handshake`];
}

/**
 * HTTP-01. Only a token goes on, so that no other address of the SDK can be spelled this way. No variable in the address: with one
 * nginx makes a TLS context for each site, for a server that is asked without TLS, and every test and reload takes half as long again.
 */
export function challenges({ sdkOrigin }: Dialect): Directive {
  return block`location ^~ /.well-known/acme-challenge/`([
    block`if ($comptoir_challenge = "")`([line`return 404`]),
    line`proxy_pass ${sdkOrigin}/.well-known/acme-challenge/`,
    line`proxy_set_header Host $host`,
    line`proxy_set_header X-Sdk-App-Id ""`,
  ]);
}

/**
 * The SDK at the address that apps know it by (interfaces, `{sdk_url}`), for callers on this machine. What another proxy of this machine
 * passes on comes from outside; which names are this machine's the SDK host knows itself.
 */
function sdk({ sdkOrigin }: Dialect): Directive {
  return block`location ^~ /__platform/sdk/`([
    line`allow 127.0.0.0/8`,
    line`allow ::1`,
    line`deny all`,
    block`if ($comptoir_sdk = "")`([line`return 403`]),
    line`client_max_body_size 2m`,
    line`proxy_read_timeout 300s`,
    line`proxy_pass ${sdkOrigin}`,
    line`proxy_set_header Host $http_host`,
  ]);
}

/** For document roots: hidden files and keys are nobody's business. */
export const HIDDEN = block`if ($comptoir_hidden)`([line`return 404`]);

/** Patterns are here, once: whatever is repeated in each of thousands of sites makes every test and reload slower. */
const MAPS: readonly Directive[] = [
  block`map $ssl_protocol $comptoir_at_handshake`([line`default ""`]),
  block`map $http_upgrade $comptoir_connection`([line`default upgrade`, line`"" ""`]),
  // A question mark of the query ends the match: no directory asks with one.
  block`map $uri$is_args $comptoir_challenge`([
    line`default ""`,
    line`~^/\\.well-known/acme-challenge/(?<comptoir_token>[A-Za-z0-9_-]+)$ $comptoir_token`,
  ]),
  block`map $http_forwarded$http_via$http_x_forwarded_for$http_x_forwarded_host$http_x_real_ip $comptoir_forwarded`([
    line`default 1`,
    line`"" ""`,
  ]),
  // The address as it was sent, which is what goes on: another spelling of it is none of the SDK's.
  block`map $comptoir_forwarded$request_uri $comptoir_sdk`([line`default ""`, line`~^/__platform/sdk/ 1`]),
  block`map $uri $comptoir_hidden`([line`default ""`, line`~*(?:/\\.(?!well-known/)|\\.(?:key|p12|pem|pfx)$) 1`]),
];

/** What every other file relies on, and the servers for names that are nobody's. */
export function commonDirectives(dialect: Dialect, fallbackCertificate: CertificateFiles | null): readonly Directive[] {
  const nobody = [challenges(dialect), block`location /`([line`return 404`])];
  const plain = [...plainListeners(dialect, 'default'), line`server_name _`, line`server_tokens off`];
  return [
    ...MAPS,
    block`server`([...plain, sdk(dialect), ...nobody]),
    block`server`([
      ...tlsListeners(dialect, 'default'),
      line`server_name _`,
      ...(fallbackCertificate === null ? [line`ssl_reject_handshake on`] : certificate(fallbackCertificate)),
      ...TLS,
      ...nobody,
    ]),
  ];
}
