import { ConfigError, type Environment, readConfig } from '@comptoir/app/config.js';
import { expect } from 'chai';

const SECRET = 'a'.repeat(32);

function faultOf(environment: Environment): string {
  try {
    readConfig(environment, '/srv');
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

describe('configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({}, '/srv')).to.deep.equal({
      production: false,
      logLevel: null,
      dataDirectory: '/srv/.comptoir',
      database: { kind: 'embedded', directory: '/srv/.comptoir/db' },
      host: '127.0.0.1',
      ports: { storefront: 3000, platform: 3001, sdk: 3080, edge: 8444 },
      publicUrls: { storefront: null, platform: null },
      secrets: null,
      paymentSandbox: true,
      platformDomain: null,
      devBypass: false,
      trustProxyHops: 0,
      oidc: null,
      mail: { smtp: null, from: null },
      allowCommands: false,
      allowLoopbackHandlers: false,
      shopSync: { resetStock: false, supplierRecalc: false, allowLoopback: true },
      edge: { sitesDirectory: '/srv/.comptoir/sites', liveReload: false },
      acme: {
        directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
        stagingDirectoryUrl: 'https://acme-staging-v02.api.letsencrypt.org/directory',
        caFile: null,
        certificatesPerDomain: 45,
      },
      vhosts: {
        directory: '/srv/.comptoir/vhosts',
        certificateDirectory: '/srv/.comptoir/certs',
        roots: ['/srv/.comptoir'],
        nginxConfiguration: '/srv/.comptoir/nginx.conf',
        nginxPorts: { http: 80, https: 443 },
        phpSocketDirectories: ['/run/php'],
      },
    });
  });

  it('takes every variable', () => {
    const config = readConfig(
      {
        NODE_ENV: 'production',
        DATABASE_URL: 'postgresql://till:pw@db:5432/till',
        COMPTOIR_DATA_DIR: 'data',
        COMPTOIR_LOG_LEVEL: 'debug',
        COMPTOIR_HOST: '::',
        COMPTOIR_STOREFRONT_PORT: '0',
        COMPTOIR_PLATFORM_PORT: '65535',
        COMPTOIR_SDK_PORT: '81',
        COMPTOIR_EDGE_PORT: '82',
        COMPTOIR_STOREFRONT_URL: 'https://till.example/',
        COMPTOIR_PLATFORM_URL: 'https://Manage.example:8443',
        COMPTOIR_SECRET: `${SECRET}, ${SECRET}b`,
        COMPTOIR_PAYMENT_SANDBOX: 'true',
        COMPTOIR_PLATFORM_DOMAIN: 'Shops.Example',
        COMPTOIR_ALLOW_LOOPBACK_HANDLERS: '1',
        COMPTOIR_DEV_BYPASS: 'false',
        COMPTOIR_ALLOW_COMMANDS: '1',
        COMPTOIR_SMTP_URL: 'smtps://till:p%40ss@mail.example',
        COMPTOIR_MAIL_FROM: 'Chez Lucie <bonjour@lucie.example>',
        COMPTOIR_TRUST_PROXY: '2',
        OIDC_ISSUER: 'https://id.example/realm',
        OIDC_CLIENT_ID: 'till',
        OIDC_CLIENT_SECRET: 'pw',
        RESET_STOCK_ON_SYNC: 'true',
        BEXT_SUPPLIER_RECALC: '1',
        COMPTOIR_EDGE_LIVE_RELOAD: '1',
        ACME_DIRECTORY_URL: 'https://localhost:14000/dir',
        ACME_STAGING_DIRECTORY_URL: 'https://localhost:14001/dir',
        ACME_CA_FILE: 'ca.pem',
        COMPTOIR_VHOST_DIR: '/etc/nginx/vhosts',
        COMPTOIR_CERT_DIR: 'certificates',
        COMPTOIR_ROOTS: '/var/www, /srv/sites',
        COMPTOIR_NGINX_CONF: '/etc/nginx/nginx.conf',
        COMPTOIR_NGINX_HTTP_PORT: '8080',
        COMPTOIR_NGINX_HTTPS_PORT: '8443',
        COMPTOIR_PHP_SOCKETS: '/run/php,/run/fpm',
      },
      '/srv',
    );
    expect(config).to.deep.equal({
      production: true,
      logLevel: 'debug',
      dataDirectory: '/srv/data',
      database: { kind: 'postgres', url: 'postgresql://till:pw@db:5432/till' },
      host: '::',
      ports: { storefront: 0, platform: 65_535, sdk: 81, edge: 82 },
      publicUrls: { storefront: 'https://till.example', platform: 'https://manage.example:8443' },
      secrets: [SECRET, `${SECRET}b`],
      paymentSandbox: true,
      platformDomain: 'shops.example',
      devBypass: false,
      trustProxyHops: 2,
      oidc: { issuer: 'https://id.example/realm', clientId: 'till', clientSecret: 'pw' },
      mail: {
        smtp: { host: 'mail.example', port: 465, tls: 'implicit', login: { user: 'till', password: 'p@ss' } },
        from: 'Chez Lucie <bonjour@lucie.example>',
      },
      allowCommands: true,
      allowLoopbackHandlers: true,
      shopSync: { resetStock: true, supplierRecalc: true, allowLoopback: true },
      edge: { sitesDirectory: '/srv/data/sites', liveReload: true },
      acme: {
        directoryUrl: 'https://localhost:14000/dir',
        stagingDirectoryUrl: 'https://localhost:14001/dir',
        caFile: '/srv/ca.pem',
        certificatesPerDomain: null,
      },
      vhosts: {
        directory: '/etc/nginx/vhosts',
        certificateDirectory: '/srv/certificates',
        roots: ['/var/www', '/srv/sites'],
        nginxConfiguration: '/etc/nginx/nginx.conf',
        nginxPorts: { http: 8080, https: 8443 },
        phpSocketDirectories: ['/run/php', '/run/fpm'],
      },
    });
  });

  it('takes test payments outside production, and within it only when told to', () => {
    expect(readConfig({}, '/srv').paymentSandbox).to.equal(true);
    expect(readConfig({ COMPTOIR_PAYMENT_SANDBOX: 'false' }, '/srv').paymentSandbox).to.equal(false);
    expect(readConfig({ NODE_ENV: 'production' }, '/srv').paymentSandbox).to.equal(false);
    expect(readConfig({ NODE_ENV: 'production', COMPTOIR_PAYMENT_SANDBOX: 'true' }, '/srv').paymentSandbox).to.equal(true);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ DATABASE_URL: '', COMPTOIR_STOREFRONT_PORT: '' }, '/srv')).to.deep.equal(readConfig({}, '/srv'));
  });

  const bad: readonly (readonly [variable: string, ...values: string[]])[] = [
    ['COMPTOIR_STOREFRONT_PORT', 'abc', '65536', '-1', '1.5', '3000 ', '0x10', '1e3'],
    ['COMPTOIR_PLATFORM_PORT', 'http'],
    ['COMPTOIR_SDK_PORT', '70000'],
    ['COMPTOIR_EDGE_PORT', '99999999999'],
    ['COMPTOIR_HOST', 'http://localhost', 'a b', '300.0.0.1:80', '-x'],
    [
      'COMPTOIR_STOREFRONT_URL',
      'till.example',
      'ftp://till.example',
      'https://till.example/shop',
      'https://a:b@till.example',
      'https://x?y=1',
    ],
    ['COMPTOIR_PLATFORM_URL', 'localhost:3001'],
    ['COMPTOIR_LOG_LEVEL', 'verbose'],
    ['COMPTOIR_PLATFORM_DOMAIN', '*.example', 'https://x', 'a..b'],
    ['COMPTOIR_TRUST_PROXY', 'true', '-1', '21'],
    ['COMPTOIR_DEV_BYPASS', 'yes', 'on'],
    ['COMPTOIR_PAYMENT_SANDBOX', 'yes', 'sandbox'],
    ['COMPTOIR_MAIL_FROM', 'Comptoir', 'a@b.test, c@d.test', 'Comptoir <a@b.test> x', '<a@b.test', 'a b@c.test', 'x\r\ny <a@b.test>'],
    ['OIDC_ISSUER', 'id.example'],
    ['COMPTOIR_EDGE_LIVE_RELOAD', 'yes'],
    ['RESET_STOCK_ON_SYNC', 'yes'],
    ['BEXT_SUPPLIER_RECALC', 'TRUE'],
    ['ACME_DIRECTORY_URL', 'http://acme.example/dir', 'acme'],
    ['ACME_STAGING_DIRECTORY_URL', 'staging'],
    ['COMPTOIR_ROOTS', 'www', '/var/www,sites', ','],
    ['COMPTOIR_NGINX_HTTP_PORT', '0', '65536', 'http'],
    ['COMPTOIR_NGINX_HTTPS_PORT', '0', '-1'],
    ['COMPTOIR_PHP_SOCKETS', 'php', ','],
  ];
  for (const [variable, ...values] of bad) {
    it(`refuses a bad ${variable} in one line that names it`, () => {
      for (const value of values) {
        const fault = faultOf({ [variable]: value });
        expect(fault, value).to.match(new RegExp(`^${variable} `));
        expect(fault, value).to.include(JSON.stringify(value)).and.not.include('\n');
      }
    });
  }

  const secret: readonly (readonly [variable: string, value: string])[] = [
    ['DATABASE_URL', 'mysql://user:hunter2@db/till'],
    ['COMPTOIR_SECRET', 'hunter2'],
    ['COMPTOIR_SMTP_URL', 'http://till:hunter2@mail.example'],
    ['COMPTOIR_SMTP_URL', 'smtp://till:hunter2@mail.example/inbox'],
    ['COMPTOIR_SECRET', `${SECRET},hunter2`],
  ];
  for (const [variable, value] of secret) {
    it(`refuses a bad ${variable} without repeating it (${value.length} characters)`, () => {
      const fault = faultOf({ [variable]: value });
      expect(fault).to.match(new RegExp(`^${variable} `));
      expect(fault).to.not.include(value).and.not.include('hunter2').and.not.include('\n');
    });
  }

  it('wants at least one secret in the list', () => {
    expect(faultOf({ COMPTOIR_SECRET: ',' })).to.match(/^COMPTOIR_SECRET /);
  });

  it('counts the bytes of a secret, not its characters', () => {
    expect(readConfig({ COMPTOIR_SECRET: 'é'.repeat(16) }, '/srv').secrets).to.have.length(1);
  });

  it('names every bad variable, on one line', () => {
    const fault = faultOf({ COMPTOIR_SDK_PORT: 'x\ny', COMPTOIR_HOST: '?' });
    expect(fault).to.include('COMPTOIR_SDK_PORT').and.include('COMPTOIR_HOST').and.not.include('\n');
  });

  it('takes a sender with a name or without', () => {
    for (const from of ['no-reply@till.example', 'Comptoir <no-reply@till.example>', 'Crêperie « Chez Lucie » <no-reply@localhost>'])
      expect(readConfig({ COMPTOIR_MAIL_FROM: from }, '/srv').mail.from).to.equal(from);
  });

  it('lets calls past the sign-in only in development on this machine', () => {
    for (const COMPTOIR_HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'LocalHost'])
      expect(readConfig({ COMPTOIR_DEV_BYPASS: '1', COMPTOIR_HOST }, '/srv').devBypass, COMPTOIR_HOST).to.equal(true);
    expect(readConfig({ COMPTOIR_DEV_BYPASS: '1' }, '/srv').devBypass).to.equal(true);
    for (const COMPTOIR_HOST of ['0.0.0.0', '::', '192.0.2.1', '128.0.0.1', '127.0.0.1.example', 'localhost.example'])
      expect(faultOf({ COMPTOIR_DEV_BYPASS: 'true', COMPTOIR_HOST }), COMPTOIR_HOST).to.match(/^COMPTOIR_DEV_BYPASS .*COMPTOIR_HOST/);
    expect(faultOf({ COMPTOIR_DEV_BYPASS: 'true', NODE_ENV: 'production' })).to.match(/^COMPTOIR_DEV_BYPASS .*NODE_ENV=production/);
    expect(readConfig({ COMPTOIR_DEV_BYPASS: '0', NODE_ENV: 'production', COMPTOIR_HOST: '::' }, '/srv').devBypass).to.equal(false);
  });

  it('calls online shops on this machine where nobody else reaches the server, or where it is told to', () => {
    const mayCall = (environment: Environment) => readConfig(environment, '/srv').shopSync.allowLoopback;
    expect(mayCall({})).to.equal(true);
    expect(mayCall({ COMPTOIR_STOREFRONT_URL: 'http://localhost:8080' })).to.equal(true);
    const reachable: Environment[] = [
      { COMPTOIR_HOST: '0.0.0.0' },
      { COMPTOIR_TRUST_PROXY: '1' },
      { COMPTOIR_PLATFORM_URL: 'https://till.example' },
      { COMPTOIR_PLATFORM_DOMAIN: 'till.example' },
    ];
    for (const environment of reachable) expect(mayCall(environment), Object.keys(environment)[0]).to.equal(false);
    const production = { NODE_ENV: 'production', COMPTOIR_SECRET: SECRET };
    expect(mayCall(production)).to.equal(false);
    expect(mayCall({ ...production, COMPTOIR_ALLOW_LOOPBACK_HANDLERS: '1' })).to.equal(true);
  });

  it('wants the login configuration whole', () => {
    expect(faultOf({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'till' })).to.match(/^OIDC_CLIENT_SECRET must be set/);
  });
});
