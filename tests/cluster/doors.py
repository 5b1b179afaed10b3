"""Who is let in: passwords, users, certificates, and URLs that are none."""
import os
import subprocess

from checks import check
from servers import SNAG, Client, Server, Workers, check_program, elsewhere, program, start_check, temporary, worker

SECRET = "open-sesame"


def _refused(r, says):
    return r.status == 2 and r.out == "" and r.err.count("\n") == 1 and says in r.err and SECRET not in r.err


def passwords():
    with temporary() as d, Server(d, password=SECRET) as server:
        src = program(d, 1)
        check(_refused(check_program(src, d + "/c", "--queue", server.url), "Redis wants a password"), "no password")
        check(_refused(check_program(src, d + "/c", "--queue", server.url, SNAG_QUEUE_PASSWORD="wrong"), "does not take this user or password"),
              "a wrong password")
        w = worker(server, SNAG_QUEUE_PASSWORD="wrong")
        said = w.communicate(timeout=900)[1].decode()
        check(w.returncode == 2 and said.count("\n") == 1 and "does not take" in said, "a worker with a wrong password", said)
        with open(d + "/password", "w", encoding="ascii") as f:
            f.write(SECRET + "\n")
        with Workers(server, 1, "--queue-password", d + "/password"):
            r = check_program(src, d + "/c", "--queue", server.url, "--stats=json", SNAG_QUEUE_PASSWORD=SECRET)
        check(elsewhere(r) == 2, "the right one, from a file and from the environment", r)
        Client(server)("ACL", "SETUSER", "snag", "on", ">" + SECRET, "~snag:*", "+@all")
        with Workers(server, 1, SNAG_QUEUE_PASSWORD=SECRET):
            r = check_program(src, d + "/c2", "--queue", server.url.replace("//", "//snag@"), "--stats=json", SNAG_QUEUE_PASSWORD=SECRET)
        check(elsewhere(r) == 2, "a user of its own", r)
        Client(server)("ACL", "SETUSER", "snag", "-set")
        r = check_program(src, d + "/c3", "--queue", server.url.replace("//", "//snag@"), SNAG_QUEUE_PASSWORD=SECRET)
        check(_refused(r, "does not let us"), "a user who may not write", r)


def passwords_are_not_shown():
    with temporary() as d, Server(d, password=SECRET) as server:
        src = program(d, 1)
        r = check_program(src, d + "/c", "--queue", server.url.replace("//", "//:%s@" % SECRET))
        check(_refused(r, "a password in the URL can be seen"), "a password in the URL", r)
        with Workers(server, 1, SNAG_QUEUE_PASSWORD=SECRET):
            p = start_check(src, d + "/c", "--queue", server.url, "--output", "html=%s/r.html" % d, "--output", "json=%s/r.json" % d,
                            SNAG_QUEUE_PASSWORD=SECRET)
            with open("/proc/%d/cmdline" % p.pid, "rb") as f:
                check(SECRET.encode() not in f.read(), "the words of the process")
            out, err = p.communicate(timeout=900)
        shown = out + err
        for name in ("r.html", "r.json"):
            with open(os.path.join(d, name), "rb") as f:
                shown += f.read()
        check(SECRET.encode() not in shown and len(shown) > 1000, "reports")


def _certificates(d):
    """ca.pem, and server.pem with server.key for 127.0.0.1; other.pem has certified nobody."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=d, check=True, capture_output=True)
    for name in ("ca", "other"):
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name, "-keyout", name + ".key", "-out",
                name + ".pem")
    for name, alternative in (("server", "IP:127.0.0.1"), ("elsewhere", "DNS:example.org")):
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=" + name, "-keyout", name + ".key", "-out", name + ".csr")
        with open(os.path.join(d, "names"), "w", encoding="ascii") as f:
            f.write("subjectAltName=%s\n" % alternative)
        openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names",
                "-out", name + ".pem")


def tls():
    with temporary() as d:
        _certificates(d)
        src = program(d, 3)

        def words(name):
            return ("--tls-cert-file", "%s/%s.pem" % (d, name), "--tls-key-file", "%s/%s.key" % (d, name), "--tls-ca-cert-file", d + "/ca.pem")

        ours = ("--queue-ca", d + "/ca.pem")
        with Server(d, *words("server"), "--tls-auth-clients", "no", tls=True, password=SECRET) as server:
            with Workers(server, 2, *ours, SNAG_QUEUE_PASSWORD=SECRET):
                r = check_program(src, d + "/cache", "--queue", server.url, *ours, "--stats=json", SNAG_QUEUE_PASSWORD=SECRET)
            here = check_program(src, d + "/here")
            check(elsewhere(r) == 4 and r.report == here.report, "TLS", r)
            r = check_program(src, d + "/c", "--queue", server.url, "--queue-ca", d + "/other.pem")
            check(_refused(r, "its certificate does not check"), "an authority that we do not know", r)
            r = check_program(src, d + "/c", "--queue", server.url)
            check(_refused(r, "its certificate does not check"), "the system's authorities", r)
            r = check_program(src, d + "/c", "--queue", server.url.replace("rediss", "redis"), "--queue-patience", "1")
            check(_refused(r, "Redis is not there"), "without TLS", r)
            r = check_program(src, d + "/c", "--queue", server.url, "--queue-ca", d + "/missing.pem")
            check(_refused(r, "missing.pem: no certificates"), "a file that is not there", r)
        with Server(d, *words("elsewhere"), "--tls-auth-clients", "no", tls=True) as server:
            r = check_program(src, d + "/c", "--queue", server.url, *ours)
            check(_refused(r, "its certificate does not check"), "a certificate of another host", r)
        with Server(d, *words("server"), tls=True) as server:
            mine = ours + ("--queue-cert", d + "/server.pem", "--queue-key", d + "/server.key")
            with Workers(server, 1, *mine):
                r = check_program(src, d + "/cache2", "--queue", server.url, *mine, "--stats=json")
            check(elsewhere(r) == 4, "a certificate of our own", r)


def urls():
    with temporary() as d:
        src = program(d, 1)
        for url, says in (("localhost", "the URL is none of"), ("http://localhost", "the URL is none of"), ("redis://", "is no host and port"),
                          ("redis://h:99999", "is no host and port"), ("redis://h:x", "is no host and port"), ("redis://h/x", "is no number"),
                          ("redis://[::1]x", "is no host and port"), ("unix:relative", "the URL is none of"),
                          ("unix:///" + "x" * 200, "too long"), ("unix://%s/none" % d, "Redis is not there"),
                          ("redis://no.such.host.invalid", "Redis is not there")):
            r = check_program(src, d + "/c", "--queue", url, "--queue-patience", "1")
            check(_refused(r, says), "--queue %s" % url[:40], r)
        r = check_program(src, d + "/c", "--queue", "redis://localhost", "--no-cache")
        check(_refused(r, "--no-cache"), "--no-cache", r)
        r = subprocess.run([SNAG, "worker"], capture_output=True, text=True, check=False)
        check(r.returncode == 2 and "no server is named" in r.stderr, "a worker of nobody", r)
        with open(d + "/src/.snag.yml", "w", encoding="ascii") as f:
            f.write("queue: redis://localhost\n")
        r = check_program(src, d + "/c")
        check(r.status == 2 and "queue" in r.err, "a .snag.yml sends sources nowhere", r)
        os.remove(d + "/src/.snag.yml")
        with Server(d, "--unixsocket", d + "/socket") as server, Workers(server, 1):
            r = check_program(src, d + "/c", "--queue", "unix://%s/socket" % d, "--stats=json")
            check(elsewhere(r) == 2, "a socket of this machine", r)
