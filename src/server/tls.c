/* tls.c: a certificate that was renewed is read while the server runs. Connections that are open
 * keep the old one. */
#include <assert.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "server/front_internal.h"
#include "server/log.h"

static X509 *read_certificate(const char *path)
{
	BIO *file = BIO_new_file(path, "r");
	X509 *certificate = file ? PEM_read_bio_X509(file, NULL, NULL, NULL) : NULL;
	BIO_free(file);
	return certificate;
}

static EVP_PKEY *read_key(const char *path)
{
	BIO *file = BIO_new_file(path, "r");
	EVP_PKEY *key = file ? PEM_read_bio_PrivateKey(file, NULL, NULL, NULL) : NULL;
	BIO_free(file);
	return key;
}

/* The library would take half of what it can read. */
static bool are_sound(const char *certificate_path, const char *key_path)
{
	X509 *certificate = read_certificate(certificate_path);
	EVP_PKEY *key = read_key(key_path);
	bool sound = certificate && key && X509_check_private_key(certificate, key) == 1;
	X509_free(certificate);
	EVP_PKEY_free(key);
	return sound;
}

void sv_reload_certificate(sv_front *front)
{
	assert(front);
	if (!front->certificate)
		return;
	if (!are_sound(front->certificate, front->key))
		sv_log(SV_LOG_ERROR, "certificate-kept", NULL,
			"%s and %s are no certificate with its key; the old one stays", front->certificate,
			front->key);
	else if (lws_tls_cert_updated(
				 front->context, front->certificate, front->key, NULL, 0, NULL, 0) != 0)
		sv_log(SV_LOG_ERROR, "certificate-kept", NULL, "%s cannot be read by the library",
			front->certificate);
	else
		sv_log(SV_LOG_INFO, "certificate-read", NULL, "%s is used from now on", front->certificate);
}
