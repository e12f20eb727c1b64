import { isIPv4, isIPv6 } from 'node:net';
import { hostsOf, type SiteTarget, type Vhost } from '@comptoir/core/vhosts/vhost.js';
import { certificate, challenges, HIDDEN, plainListeners, TLS, tlsListeners } from './common-directives.js';
import { block, type Directive, line } from './directives.js';
import type { Dialect } from './nginx-options.js';

/** A vhost as nginx's configuration: everything goes to HTTPS but challenges. */
export function siteDirectives(vhost: Vhost, dialect: Dialect): readonly Directive[] {
  const names = line`server_name ${hostsOf(vhost)}`;
  return [
    block`server`([
      ...plainListeners(dialect, 'site'),
      names,
      line`server_tokens off`,
      challenges(dialect),
      block`location /`([redirect(dialect)]),
    ]),
    block`server`([...tlsListeners(dialect, 'site'), names, ...certificate(vhost), ...TLS, ...targetDirectives(vhost.target, dialect)]),
  ];
}

/** To the name that was asked for, which is one of the vhost's. */
function redirect({ ports: { https } }: Dialect): Directive {
  return https === 443 ? line`return 301 https://$host$request_uri` : line`return 301 https://$host:${https}$request_uri`;
}

function targetDirectives(target: SiteTarget, dialect: Dialect): readonly Directive[] {
  switch (target.kind) {
    case 'static':
      return [...filesUnder(target.root), line`index index.html`, block`location /`([line`try_files $uri $uri/ =404`])];
    case 'php':
      return phpDirectives(target);
    case 'proxy':
      return proxyDirectives(target, dialect);
    case 'placeholder':
      return [
        line`default_type text/html`,
        line`charset utf-8`,
        block`location /`([line`return 200 "<!doctype html><title>Nothing here yet</title><p>There is nothing here yet.</p>\\n"`]),
      ];
  }
}

/** A link leads only to what has the same owner: not to the files of another app. */
function filesUnder(root: string): readonly Directive[] {
  return [line`root ${root}`, line`charset utf-8`, line`disable_symlinks if_not_owner from=${root}`, HIDDEN];
}

const UPLOAD_MAX = line`client_max_body_size 64m`;

/** The CGI variables (RFC 3875, 4.1) and what PHP adds. `HTTP_PROXY` would be taken for a setting (CVE-2016-5385). */
const CGI: readonly Directive[] = [
  line`fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name`,
  line`fastcgi_param SCRIPT_NAME $fastcgi_script_name`,
  line`fastcgi_param DOCUMENT_ROOT $document_root`,
  line`fastcgi_param DOCUMENT_URI $document_uri`,
  line`fastcgi_param REQUEST_URI $request_uri`,
  line`fastcgi_param REQUEST_METHOD $request_method`,
  line`fastcgi_param REQUEST_SCHEME $scheme`,
  line`fastcgi_param HTTPS on`,
  line`fastcgi_param QUERY_STRING $query_string`,
  line`fastcgi_param CONTENT_TYPE $content_type`,
  line`fastcgi_param CONTENT_LENGTH $content_length`,
  line`fastcgi_param SERVER_PROTOCOL $server_protocol`,
  line`fastcgi_param GATEWAY_INTERFACE CGI/1.1`,
  line`fastcgi_param SERVER_SOFTWARE nginx`,
  line`fastcgi_param SERVER_NAME $host`,
  line`fastcgi_param SERVER_ADDR $server_addr`,
  line`fastcgi_param SERVER_PORT $server_port`,
  line`fastcgi_param REMOTE_ADDR $remote_addr`,
  line`fastcgi_param REMOTE_PORT $remote_port`,
  line`fastcgi_param REDIRECT_STATUS 200`,
  line`fastcgi_param HTTP_PROXY ""`,
];

/** A script runs only if it is a file, so that an upload named `a.jpg` is not run as `/a.jpg/x.php`. */
function phpDirectives({ root, socket }: Extract<SiteTarget, { kind: 'php' }>): readonly Directive[] {
  return [
    ...filesUnder(root),
    line`index index.php index.html`,
    UPLOAD_MAX,
    block`location ~ \\.php$`([line`try_files $uri =404`, line`fastcgi_pass unix:${socket}`, ...CGI]),
    block`location /`([line`try_files $uri $uri/ /index.php?$query_string`]),
  ];
}

function proxyDirectives(target: Extract<SiteTarget, { kind: 'proxy' }>, dialect: Dialect): readonly Directive[] {
  return [
    UPLOAD_MAX,
    ...(target.port === dialect.edgePort ? [block`location ^~ /edge-cache/`([line`return 404`])] : []),
    block`location /`([
      ...passTo(target, dialect),
      line`proxy_http_version 1.1`,
      line`proxy_read_timeout 300s`,
      line`proxy_ssl_server_name on`,
      line`proxy_set_header Host $host`,
      line`proxy_set_header Connection $comptoir_connection`,
      line`proxy_set_header Upgrade $http_upgrade`,
      line`proxy_set_header X-Forwarded-For $remote_addr`,
      line`proxy_set_header X-Forwarded-Host $host`,
      line`proxy_set_header X-Forwarded-Proto $scheme`,
      line`proxy_set_header X-Real-IP $remote_addr`,
      line`proxy_set_header X-Sdk-App-Id ""`,
    ]),
  ];
}

/** nginx would not start with a name that is not found, so names are looked up when a request comes. */
function passTo({ scheme, host, port }: Extract<SiteTarget, { kind: 'proxy' }>, { resolvers }: Dialect): readonly Directive[] {
  if (isIPv4(host)) return [line`proxy_pass ${scheme}://${host}:${port}`];
  if (isIPv6(host)) return [line`proxy_pass ${scheme}://[${host}]:${port}`];
  return [
    line`resolver ${resolvers} valid=30s`,
    line`set $comptoir_upstream ${host}`,
    line`proxy_ssl_name ${host}`,
    line`proxy_pass ${scheme}://$comptoir_upstream:${port}`,
  ];
}
