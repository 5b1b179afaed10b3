#!/usr/bin/python3
"""The HTML report as a person meets it, in a real browser without a screen:   tests/output/html.py SNAG [FOLDER for screenshots]

Clicks, filters, keys, both themes, a small screen, 2,000 findings, and a report in which every name is an attack. Anything that
the console complains of fails.
Debian: chromium, chromium-driver, python3-selenium (hence the interpreter above)."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position

SNAG = os.path.abspath(sys.argv[1])
PICTURES = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

EVIL = """#include <pthread.h>
#define NAME(x) x
static int shared_value; /* </script><script>document.title='owned'</script><img src=x onerror="document.title='owned'"> */
static void *worker(void *arg)
{
	shared_value = 1; /* </script><script>document.title='owned'</script> <svg onload=document.title='owned'> ]]> --> */
	return arg;
}
int main(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, worker, 0)) return 1;
	shared_value = 2; // "'><script>document.title='owned'</script>
	pthread_join(t, 0);
	return 0;
}
"""


ORDER = """#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *one(void *arg)
{
	pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b);
	pthread_mutex_lock(&c); pthread_mutex_unlock(&c); pthread_mutex_unlock(&a);
	n++;
	return arg;
}
static void *two(void *arg)
{
	pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
	n++;
	return arg;
}
int main(void)
{
	pthread_t t, u;
	if (pthread_create(&t, 0, one, 0) || pthread_create(&u, 0, two, 0)) return 1;
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
"""


def report(directory, *sources):
    path = os.path.join(directory, "report.html")
    r = subprocess.run([SNAG, "--no-cache", "-q", "--output=html=" + path, *sources], cwd=directory, capture_output=True,
                       timeout=900)
    check(r.returncode in (0, 1), "status of the report", r.returncode, r.stderr)
    return path


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1400,900"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def open_page(b, path, where=""):
    b.get("about:blank")
    b.get("file://" + path + where)
    WebDriverWait(b, 30).until(lambda d: d.execute_script("return document.body && document.body.dataset.ready"))


def quiet(b, what):
    log = [x for x in b.get_log("browser") if x["level"] != "INFO"]
    check(not log, "the console is quiet: " + what, log[:3])


def text(b, selector):
    return b.find_element(By.CSS_SELECTOR, selector).text


def count(b, selector):
    return len(b.find_elements(By.CSS_SELECTOR, selector))


def keys(b, *what):
    b.find_element(By.CSS_SELECTOR, "body").send_keys(*what)


def headed(b, words):
    """Is the heading soon one with these words? The page learns of a new address a moment later."""
    try:
        WebDriverWait(b, 10).until(lambda d: any(words in h.text for h in d.find_elements(By.CSS_SELECTOR, "h2")))
        return True
    except (TimeoutException, StaleElementReferenceException):
        return False


def listed(b):
    """The list is shown; the page learns of a new address a moment later."""
    WebDriverWait(b, 10).until(lambda d: count(d, "#rows") == 1)


def picture(b, name):
    if PICTURES:
        os.makedirs(PICTURES, exist_ok=True)
        b.save_screenshot(os.path.join(PICTURES, name + ".png"))


def small(b, directory):
    """The examples: what a click, a key and a choice do."""
    path = report(directory, *[os.path.join(TREE, "examples", n) for n in ("stats.c", "cache.c", "worker_pool.c")])
    open_page(b, path)
    n = count(b, "#rows .row")
    check(n >= 3 and text(b, "#count") == "%d of %d" % (n, n), "the list", n, text(b, "#count"))
    check(b.execute_script("const e = document.getElementById('rows'); return e.scrollHeight - e.clientHeight < 2 && e.clientHeight < 64 * (arguments[0] + 1)", n),
          "the list is no taller than its findings")
    picture(b, "list")
    b.find_element(By.ID, "search").send_keys("stats.requests")
    check(count(b, "#rows .row") == 1, "search", text(b, "#count"))
    b.find_element(By.ID, "search").clear()
    b.find_element(By.ID, "search").send_keys("x", Keys.BACKSPACE, Keys.ESCAPE)
    check(count(b, "#rows .row") == n, "search taken back")
    Select(b.find_element(By.ID, "rule")).select_by_value("race")
    check(0 < count(b, "#rows .row") < n, "one rule")
    Select(b.find_element(By.ID, "rule")).select_by_value("")
    Select(b.find_element(By.ID, "sort")).select_by_value("file")
    places = [e.text for e in b.find_elements(By.CSS_SELECTOR, "#rows .place")]
    check([p.split(":")[0] for p in places] == sorted(p.split(":")[0] for p in places), "by file", places)
    Select(b.find_element(By.ID, "sort")).select_by_value("rank")
    b.find_element(By.XPATH, "//a[contains(@class, 'row')][.//span[contains(text(), 'stats.requests')]]").click()
    check(headed(b, "stats.requests") and b.current_url.split("#")[1].startswith("/f/"), "a click opens it", b.current_url)
    check(count(b, ".thread") == 2 and count(b, ".thread .here") == 2 and count(b, ".hljs-keyword, .hljs-type") > 0,
          "two threads over highlighted source")
    check("stats.requests" in text(b, ".thread .here") and "worker" in text(b, ".thread h3"), "the line of the access")
    picture(b, "finding")
    steps = count(b, "button[data-step]")
    check(text(b, ".say").startswith("step %d of %d" % (steps, steps)), "the last step is shown", text(b, ".say"))
    keys(b, "p")
    check(text(b, ".say").startswith("step %d of" % (steps - 1)), "a step back", text(b, ".say"))
    b.find_element(By.CSS_SELECTOR, "button[data-step='0']").click()
    check(text(b, ".say").startswith("step 1 of"), "a click on a step", text(b, ".say"))
    b.find_element(By.ID, "forth").click()
    check(text(b, ".say").startswith("step 2 of"), "the button", text(b, ".say"))
    check(text(b, '[data-thread="0"] .holds') == "holds {stats.lock}" and text(b, '[data-thread="1"] .holds') == "on its way", "what each holds",
          text(b, ".threads"))
    b.find_element(By.XPATH, "//*[@data-thread='0']//h3//button[text()='worker']").click()
    check(text(b, ".say").startswith("step 1 of") and text(b, '[data-thread="0"] .holds') == "on its way", "the chain is links", text(b, ".say"))
    b.find_element(By.ID, "forth").click()
    before = b.execute_script("return document.documentElement.dataset.theme")
    keys(b, "t")
    check(b.execute_script("return document.documentElement.dataset.theme") != before, "light and dark")
    picture(b, "finding_other_theme")
    keys(b, "t")
    keys(b, Keys.ESCAPE)
    listed(b)
    keys(b, "jj")
    check(b.execute_script("return document.querySelector('.row.on').dataset.i") == "2", "j moves")
    keys(b, "k", Keys.ENTER)
    check(headed(b, "#2"), "Enter opens")
    keys(b, "j")
    check(headed(b, "#3"), "j in a finding is the next one")
    keys(b, Keys.ESCAPE)
    listed(b)
    keys(b, "/")
    check(b.execute_script("return document.activeElement.id") == "search", "/ searches")
    quiet(b, "small")


RECORD = """#include <pthread.h>
#include <string.h>
static struct { long hits, misses, lost; } stats;
static long alone; // snag-ignore: race a hint
static int other;
static void *worker(void *x)
{
	stats.hits++;
	stats.misses++;
	stats.lost++;
	alone++; // snag-ignore: race a hint
	other++;
	return x;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, worker, 0);
	memset(&stats, 0, sizeof stats);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
"""


def choices(b, directory):
    """The head of the page, groups, confidence, states, members of a cause, folded points, a rule's page, what is held by a step."""
    with open(os.path.join(directory, "record.c"), "w", encoding="utf-8") as f:
        f.write(RECORD)
    path = report(directory, "record.c")
    path = shutil.move(path, os.path.join(directory, "record.html"))
    report(directory, *[os.path.join(TREE, "examples", n) for n in ("stats.c", "cache.c", "worker_pool.c")])
    open_page(b, path)
    head = text(b, ".summary")
    check(os.path.basename(directory) in head and "snag check" not in head and "record.c" in text(b, ".command") and "1 unit," in head and
          "All of the input was analysed" in head, "project, command, totals", head)
    check(re.search(r"race 2 2$", text(b, "#totals"), re.M), "rule and confidence", text(b, "#totals"))
    check("and 2 others" in text(b, "#rows") and count(b, "#rows .badge.likely") == 2, "one finding for one cause", text(b, "#rows"))
    for way, groups in (("file", 1), ("record", 2), ("lock", 1), ("thread", 2)):
        Select(b.find_element(By.ID, "group")).select_by_value(way)
        check(1 <= count(b, "#rows .grouped") <= groups and count(b, "#rows .row") == 2, "groups by " + way, text(b, "#rows"))
    Select(b.find_element(By.ID, "group")).select_by_value("")
    Select(b.find_element(By.ID, "level")).select_by_value("confirmed")
    check(count(b, "#rows .row") == 0 and "No finding fits" in text(b, "#rows"), "confirmed only", text(b, "#rows"))
    Select(b.find_element(By.ID, "level")).select_by_value("")
    Select(b.find_element(By.ID, "state")).select_by_value("silenced")
    check(count(b, "#rows .row") == 1 and "alone" in text(b, "#rows") and text(b, "#count") == "1 of 1", "silenced", text(b, "#rows"))
    b.find_element(By.CSS_SELECTOR, "#rows .row").click()
    check(headed(b, "alone") and "Silenced: a hint" in text(b, "main"), "why it is silenced", text(b, "main")[:300])
    open_page(b, path, "#/f/1")
    check("stats." in text(b, ".members") and count(b, ".members li") == 2, "members", text(b, "main")[:300])
    check(b.execute_script("return document.getElementById('scoring').open") is False, "points are folded")
    for e in b.find_elements(By.CSS_SELECTOR, "details"):
        b.execute_script("arguments[0].open = true", e)
    check(count(b, ".page h3, .page h4") >= 1 and count(b, ".page p") >= 1 and "##" not in text(b, ".page"), "the rule's page is rendered")
    tops = b.execute_script("return [...document.querySelectorAll('.lane')].map((e) => Math.round(e.getBoundingClientRect().top))")
    check(len(set(tops)) == 1, "lanes begin at one height", tops)
    b.find_element(By.CSS_SELECTOR, "button[data-step='0']").click()
    check(text(b, '[data-thread="1"] .holds') == "on its way", "nothing is said of locks before the access", text(b, "main")[:300])
    quiet(b, "choices")


def graphs(b, directory):
    path = os.path.join(directory, "report.html")
    open_page(b, path, "#/graph/threads")
    WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .node") > 0)
    check(count(b, ".graph svg .node") >= 2 and count(b, ".graph svg .edge") >= 1, "threads are drawn")
    picture(b, "threads")
    view = b.execute_script("return document.querySelector('.graph svg').getAttribute('viewBox')")
    b.find_element(By.ID, "in").click()
    check(b.execute_script("return document.querySelector('.graph svg').getAttribute('viewBox')") != view, "zoom")
    b.execute_script("document.querySelector('.graph svg .node').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    WebDriverWait(b, 10).until(lambda d: count(d, "#rows") == 1)
    check(b.execute_script("return document.getElementById('search').value") != "", "a click on a node searches for it")
    open_page(b, path, "#/about")
    check("units" in text(b, "main"), "about")
    with open(os.path.join(directory, "gap.c"), "w", encoding="utf-8") as f:
        f.write("long where;\nint main(void)\n{\n\treturn *(int *)where;\n}\n")
    open_page(b, report(directory, "gap.c"), "#/about")
    check("1 pointers made from integers" in text(b, "main"), "what could not be followed, in words", text(b, "main"))
    quiet(b, "graphs")


def lock_order(b, directory):
    """Every order of two locks is an edge, those of the cycle are marked; and so are the threads of findings."""
    with open(os.path.join(directory, "order.c"), "w", encoding="utf-8") as f:
        f.write(ORDER)
    path = report(directory, "order.c")
    for name, nodes, edges, found in (("locks", {"a", "b", "c"}, 3, 2),
                                      ("threads", {"main", "pthread_create(one)", "pthread_create(two)"}, 2, 2)):
        open_page(b, path, "#/graph/" + name)
        WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .node") > 0)
        check({e.text for e in b.find_elements(By.CSS_SELECTOR, ".graph svg .node text")} == nodes, "nodes of " + name)
        check(count(b, ".graph svg .edge") == edges and count(b, ".graph svg .edge.found") == found, "edges of " + name,
              count(b, ".graph svg .edge"), count(b, ".graph svg .edge.found"))
        picture(b, "order_" + name)
        if name == "locks":
            check("order.c:" in text(b, "main table"), "where the locks of a cycle are taken")
            places = {e.text.strip() for e in b.find_elements(By.CSS_SELECTOR, ".graph svg .edge text")}
            lines = ORDER.splitlines()
            check(len(places) == 3 and all(re.fullmatch(r"order\.c:\d+", x) and "lock(&" in lines[int(x[8:]) - 1] for x in places),
                  "places on edges", places)
            b.find_element(By.ID, "cycles").click()
            WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .node") == 2)
            check(count(b, ".graph svg .edge") == 2, "cycles only")
    keys(b, "t")
    open_page(b, path, "#/graph/locks")
    WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .node") > 0)
    picture(b, "order_locks_other_theme")
    keys(b, "t")
    open_page(b, path, "#/f/2")  # the race; the deadlock comes first
    check(count(b, ".fix") == 1 and "What each phase said" in text(b, "main") and "Every access" in text(b, "main"), "advice",
          text(b, "main"))
    check("Why they can overlap: 'one' is started at order.c:" in text(b, "main"), "overlap")
    picture(b, "finding_whole")
    quiet(b, "lock order")


def many_locks(b, directory):
    """160 orders: the cycles alone at first; one lock with its neighbours; the rest fades where one points at."""
    pairs = [(i, i + by) for by in range(1, 6) for i in range(40) if i + by < 40][:159] + [(1, 0)]
    program = ["#include <pthread.h>"] + ["static pthread_mutex_t l%d = PTHREAD_MUTEX_INITIALIZER;" % i for i in range(40)]
    for t in range(2):
        program.append("static void *w%d(void *x) {" % t)
        program += ["\tpthread_mutex_lock(&l%d); pthread_mutex_lock(&l%d); pthread_mutex_unlock(&l%d); pthread_mutex_unlock(&l%d);" % (a, b, b, a)
                    for a, b in (pairs[-1:] if t else pairs[:-1])]
        program.append("\treturn x;\n}")
    program += ["int main(void) {\n\tpthread_t a, b;\n\tpthread_create(&a, 0, w0, 0); pthread_create(&b, 0, w1, 0);",
                "\tpthread_join(a, 0); pthread_join(b, 0);\n\treturn 0;\n}"]
    with open(os.path.join(directory, "locks.c"), "w", encoding="utf-8") as f:
        f.write("\n".join(program) + "\n")
    open_page(b, report(directory, "locks.c"), "#/graph/locks")
    WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .node") > 0)
    check(count(b, ".graph svg .edge") == 2 and count(b, ".graph svg .edge text") == 2, "the cycle, with places", count(b, ".graph svg .edge"))
    b.find_element(By.ID, "cycles").click()
    WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .edge") > 2)
    check(count(b, ".graph svg .edge") == 160 and count(b, ".graph svg .edge text") == 0, "all, without places", count(b, ".graph svg .edge"))
    high = "return document.querySelector('.graph svg .node.found text').getBoundingClientRect().height"
    seen = """const all = document.querySelector('.graph').getBoundingClientRect();
        return [...document.querySelectorAll('.graph svg .node')].filter((e) => { const at = e.getBoundingClientRect();
            return at.top > all.top && at.bottom < all.bottom && at.left > all.left && at.right < all.right; }).length"""
    check(b.execute_script(high) >= 9 and 2 <= b.execute_script(seen) < 40, "it begins at the cycle, where names can be read", b.execute_script(high))
    picture(b, "locks_160_begin")
    b.find_element(By.ID, "fit").click()
    check(b.execute_script(seen) == 40, "the whole picture", b.execute_script(seen))
    titles = b.execute_script("return [...document.querySelectorAll('.graph svg .edge title')].map((e) => e.textContent)")
    check(all(re.fullmatch(r"l\d+ \u2192 l\d+, at locks\.c:\d+", x) for x in titles), "which are told where one points at", titles[:3])
    b.execute_script("document.querySelector('.graph svg .node').dispatchEvent(new PointerEvent('pointerenter'))")
    check(0 < count(b, ".graph svg.pointed .edge.near") <= 11, "what it is connected with", count(b, ".graph svg .edge.near"))
    picture(b, "locks_160")
    Select(b.find_element(By.ID, "around")).select_by_value("l20")
    WebDriverWait(b, 30).until(lambda d: count(d, ".graph svg .edge") < 160)
    near = sum(20 in p for p in pairs)
    check(count(b, ".graph svg .edge") == near and count(b, ".graph svg .edge text") == near, "one lock and its neighbours",
          count(b, ".graph svg .edge"), near)
    quiet(b, "many locks")


def witness(b, directory):
    """The steps of the execution stand in the column of the thread that does them, and each column ends at its own access."""
    path = report(directory, "--prove=1", os.path.join(TREE, "examples", "stats.c"))
    open_page(b, path, "#/f/1")
    check(count(b, ".badge.confirmed") == 1, "confirmed", text(b, "main")[:300])
    for column, name, last in ((0, "worker", "stats_count: is about to write"), (1, "main", "main: is about to read")):
        box = b.find_element(By.CSS_SELECTOR, '[data-thread="%d"]' % column)
        steps = [e.text for e in box.find_elements(By.CSS_SELECTOR, "button[data-step]")]
        check(name in box.find_element(By.CSS_SELECTOR, "h3").text and last in steps[-1], "the column of " + name, box.text)
        check(("worker" if name == "main" else "main") + ":" not in " ".join(steps), "only its own steps: " + name, steps)
    while not text(b, ".say").startswith("step 1 "):
        keys(b, "p")
    check("thread 2: main:" in text(b, ".say"), "main begins", text(b, ".say"))
    picture(b, "witness")
    quiet(b, "witness")


ROUNDS = """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long other, shared;
static int ready;
static void *first(void *x) { pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); return x; }
static void *worker(void *x)
{
	pthread_t t;
	int go = 0;
	pthread_create(&t, 0, first, 0);
	while (!go) {
		pthread_mutex_lock(&m);
		go = ready;
		pthread_mutex_unlock(&m);
	}
	for (int i = 0; i < 50; i++) {
		pthread_mutex_lock(&m);
		other++;
		pthread_mutex_unlock(&m);
	}
	shared++;
	pthread_join(t, 0);
	return x;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	shared++;
	pthread_join(t, 0);
	return 0;
}
"""


def rounds(b, directory):
    """A round of a loop is shown once, with its number; a thread beside the two that race has a lane of its own."""
    with open(os.path.join(directory, "rounds.c"), "w", encoding="utf-8") as f:
        f.write(ROUNDS)
    open_page(b, report(directory, "--prove=1", "rounds.c"), "#/f/1")
    check(count(b, ".badge.confirmed") == 1 and count(b, ".thread") == 3, "a lane for each thread of the execution", text(b, "main")[:300])
    check("first" in text(b, '[data-thread="2"] h3') and "ready" in text(b, '[data-thread="2"] .lane'), "the third one", text(b, "main"))
    check(count(b, "button[data-step]") < 30, "one round", count(b, "button[data-step]"))
    check(any("50\u00d7" in e.text for e in b.find_elements(By.CSS_SELECTOR, ".lane strong")), "and how many there were", text(b, "main"))
    picture(b, "rounds")
    quiet(b, "rounds")


def narrow(b, directory):
    b.set_window_size(390, 800)
    open_page(b, os.path.join(directory, "report.html"), "#/f/1")
    wide = b.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(wide <= 0, "nothing stands out on a phone", wide)
    columns = b.execute_script("const e = document.querySelector('.threads'); return e ? "
                               "getComputedStyle(e).gridTemplateColumns.split(' ').length : 1")
    check(columns == 1, "one column", columns)
    picture(b, "phone")
    b.set_window_size(1400, 900)
    quiet(b, "narrow")


def hostile(b, directory):
    """File names, comments, strings: text, whatever they look like."""
    name = "<img src=x onerror=document.title='owned'>.c"
    with open(os.path.join(directory, name), "w", encoding="utf-8") as f:
        f.write(EVIL)
    path = report(directory, name)
    open_page(b, path)
    for where in ("", "#/f/1", "#/graph/threads", "#/graph/locks", "#/about", "#/f/<script>", "#/graph/__proto__"):
        open_page(b, path, where)
        time.sleep(0.2)
        check(b.title != "owned" and count(b, "main img, main script") == 0, "nothing runs at '%s'" % where, b.title)
    open_page(b, path, "#/f/1")
    check("<img src=x" in text(b, "main") and "</script>" in text(b, ".thread pre.code"), "it is shown as text")
    keys(b, Keys.ESCAPE)
    WebDriverWait(b, 30).until(lambda d: d.find_elements(By.ID, "search"))  # the list is back
    b.find_element(By.ID, "search").send_keys("<script>")
    check(b.title != "owned", "search is text")
    quiet(b, "hostile")


def many(b, directory):
    """2,000 findings: made from one real report by numbering copies. Those of cache.c have several pairs, notes and accesses
    each."""
    with open(report(directory, os.path.join(TREE, "examples", "cache.c")), encoding="utf-8") as f:
        page = f.read()
    begin = page.index('id="data">') + len('id="data">')
    end = page.index("</script>", begin)
    data = json.loads(page[begin:end])
    data["findings"] = [dict(data["findings"][i % len(data["findings"])], number=i + 1, message="data race on 'field_%d'" % i)
                        for i in range(2000)]
    path = os.path.join(directory, "many.html")
    with open(path, "w", encoding="utf-8") as f:
        f.write(page[:begin] + json.dumps(data).replace("<", "\\u003c") + page[end:])
    open_page(b, path)
    ready = float(b.execute_script("return document.body.dataset.ready"))
    check(count(b, "#rows .row") < 100 and text(b, "#count") == "2000 of 2000", "rows that are not seen are not made",
          count(b, "#rows .row"))
    b.find_element(By.ID, "search").send_keys("field_199")
    filtered = float(b.execute_script("return document.body.dataset.filtered"))
    check(text(b, "#count") == "11 of 2000", "filtered", text(b, "#count"))
    b.find_element(By.ID, "search").clear()
    b.find_element(By.ID, "search").send_keys("x", Keys.BACKSPACE, Keys.ESCAPE)
    b.execute_script("document.getElementById('rows').scrollTop = 1e9")
    time.sleep(1)
    check("#2000" in text(b, "#rows"), "the last row is there after scrolling")
    check(ready < 2000, "2,000 findings are there in two seconds", ready)
    check(filtered < 100, "and filtered in a tenth of one", filtered)
    print("2,000 findings: ready after %.0f ms, filtered in %.1f ms" % (ready, filtered))
    quiet(b, "many")


def main():
    directory = tempfile.mkdtemp(prefix="snag-html-")
    b = browser()
    try:
        for test in (small, choices, graphs, lock_order, many_locks, witness, rounds, narrow, many, hostile):
            test(b, directory)
    finally:
        b.quit()
        shutil.rmtree(directory)
    return total()


if __name__ == "__main__":
    sys.exit(main())
