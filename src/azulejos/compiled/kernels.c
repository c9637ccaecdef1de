/* Calls from Python to compiled functions that were built ahead (see ahead.py), and the run time that
   these functions need.

   A call compares its arguments with the signatures of the function's forms, writes them as 64-bit
   words, releases the interpreter's lock and calls the first form that fits; what it returns replaces
   the words. A call that fits no form goes to the method `otherwise`. The signature of an argument:

     i f b       an integer, a float, a bool
     n…          an index, below a size: a letter, that of arrays before it, or <digits>
     sK cK       record number K of RECORDS that is written, or only read
     ( … )       a tuple
     w… r… ;     an array that is written, or only read: its elements (a kind and size, or sK), then for
                 each dimension `:` (any size), a letter (the same size each time; with + not 0), or
                 <digits> (at least)

   To compare arguments runs no code of theirs, which could change arrays whose addresses are known.

   After `>` follows what is returned: i u f b, a tuple of these, or v for nothing. */

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

typedef int (*Entry)(int64_t *words); /* returns 0 unless it failed */
typedef struct { const char *name, *signature; Entry levels[2]; } Form;
#include "table.h" /* FORMS, sorted by name; N_FORMS, N_RECORDS, RECORDS, SOURCES, DIGEST, LEVELS, NEEDED */

enum { MAX_WORDS = 256, LETTERS = 26, KNOWN = 8 };

/* ---- Arguments */

static PyArray_Descr *records[N_RECORDS + 1];
static PyArray_Descr *known[N_RECORDS + 1][KNOWN]; /* descriptors equal to them that were met */

typedef struct { int64_t words[MAX_WORDS]; int used; npy_intp sizes[LETTERS]; } Arguments;

static int is_record(int k, PyArray_Descr *descr) {
    int i = 0;
    for (; i < KNOWN && known[k][i]; i++)
        if (known[k][i] == descr) return 1;
    if (!records[k] || PyDataType_ELSIZE(descr) != PyDataType_ELSIZE(records[k])) return 0;
    if (!PyArray_EquivTypes(descr, records[k])) return 0;
    if (i < KNOWN) { Py_INCREF((PyObject *)descr); known[k][i] = descr; }
    return 1;
}

static int add(Arguments *to, int64_t word) {
    if (to->used == MAX_WORDS) return 0;
    to->words[to->used++] = word;
    return 1;
}

/* The value of a number of NumPy as another of its types, without calling its methods. */
static int cast(PyObject *x, void *value, int type) {
    PyArray_Descr *descr = PyArray_DescrFromType(type);
    int failed = PyArray_CastScalarToCtype(x, value, descr);
    Py_DECREF((PyObject *)descr);
    if (failed) PyErr_Clear();
    return !failed;
}

static int add_integer(Arguments *to, PyObject *x) {
    int overflow;
    npy_int64 value;
    if (PyLong_Check(x)) {
        value = PyLong_AsLongLongAndOverflow(x, &overflow);
        return !overflow && add(to, value);
    }
    if (!PyArray_IsScalar(x, Integer) || !cast(x, &value, NPY_INT64)) return 0;
    return !(value < 0 && PyArray_IsScalar(x, UnsignedInteger)) && add(to, value);
}

static int add_float(Arguments *to, PyObject *x) {
    int64_t word;
    double value;
    if (PyArray_IsScalar(x, Floating)) {
        if (!cast(x, &value, NPY_FLOAT64)) return 0;
    } else {
        if (!PyFloat_Check(x) && !PyLong_Check(x)) return 0;
        value = PyFloat_AsDouble(x);
        if (PyErr_Occurred()) { PyErr_Clear(); return 0; }
    }
    memcpy(&word, &value, sizeof word);
    return add(to, word);
}

static const char *add_index(const char *sig, PyObject *x, Arguments *to) {
    if (!add_integer(to, x)) return NULL;
    int64_t value = to->words[to->used - 1], limit = *sig == '<' ? strtoll(sig + 1, NULL, 10) : to->sizes[*sig - 'a'];
    return value < 0 || value >= limit ? NULL : *sig == '<' ? strchr(sig, '>') + 1 : sig + 1;
}

/* One dimension of an array; the place after its signature, or NULL if the size does not fit. */
static const char *check_size(const char *sig, npy_intp size, Arguments *to) {
    if (*sig == ':') return sig + 1;
    if (*sig == '<') return size < strtoll(sig + 1, NULL, 10) ? NULL : strchr(sig, '>') + 1;
    npy_intp *same = &to->sizes[*sig - 'a'];
    if (*same < 0) *same = size;
    if (*same != size) return NULL;
    return sig[1] != '+' ? sig + 1 : size ? sig + 2 : NULL;
}

static const char *add_array(const char *sig, PyObject *x, Arguments *to) {
    if (!PyArray_Check(x)) return NULL;
    PyArrayObject *array = (PyArrayObject *)x;
    PyArray_Descr *descr = PyArray_DESCR(array);
    int is_written = *sig++ == 'w';
    if (!PyArray_ISCARRAY_RO(array) || (is_written && !PyArray_ISWRITEABLE(array))) return NULL;
    if (*sig == 's' ? !is_record(sig[1] - 'A', descr)
                    : descr->kind != sig[0] || PyDataType_ELSIZE(descr) != sig[1] - '0') return NULL;
    if (!add(to, (int64_t)(intptr_t)PyArray_DATA(array))) return NULL;
    sig += 2;
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (*sig == ';' || !(sig = check_size(sig, PyArray_DIM(array, i), to))) return NULL;
        if (!add(to, PyArray_DIM(array, i))) return NULL;
    }
    return *sig == ';' ? sig + 1 : NULL;
}

/* Any argument; the place after its signature, or NULL if it does not fit. */
static const char *add_argument(const char *sig, PyObject *x, Arguments *to) {
    switch (*sig) {
    case 'i': return add_integer(to, x) ? sig + 1 : NULL;
    case 'f': return add_float(to, x) ? sig + 1 : NULL;
    case 'b':
        if (!PyBool_Check(x) && !PyArray_IsScalar(x, Bool)) return NULL;
        return add(to, PyObject_IsTrue(x)) ? sig + 1 : NULL;
    case 'n': return add_index(sig + 1, x, to);
    case 's': case 'c': {
        PyVoidScalarObject *record = (PyVoidScalarObject *)x;
        if (!PyArray_IsScalar(x, Void) || !is_record(sig[1] - 'A', record->descr)) return NULL;
        if (*sig == 's' && !(record->flags & NPY_ARRAY_WRITEABLE)) return NULL;
        return add(to, (int64_t)(intptr_t)record->obval) ? sig + 2 : NULL; }
    case '(':
        if (!PyTuple_Check(x)) return NULL;
        sig++;
        for (Py_ssize_t i = 0; i < PyTuple_Size(x); i++)
            if (*sig == ')' || !(sig = add_argument(sig, PyTuple_GetItem(x, i), to))) return NULL;
        return *sig == ')' ? sig + 1 : NULL;
    case 'w': case 'r': return add_array(sig, x, to);
    }
    return NULL;
}

/* All arguments; the signature of what is returned, or NULL if they do not fit. */
static const char *add_arguments(const char *sig, PyObject *const *args, Py_ssize_t n, Arguments *to) {
    to->used = 0;
    for (int i = 0; i < LETTERS; i++) to->sizes[i] = -1;
    for (Py_ssize_t i = 0; i < n; i++)
        if (*sig == '>' || !(sig = add_argument(sig, args[i], to))) return NULL;
    return *sig == '>' ? sig + 1 : NULL;
}

static PyObject *make_value(char kind, const int64_t *word) {
    double value;
    switch (kind) {
    case 'i': return PyLong_FromLongLong(*word);
    case 'u': return PyLong_FromUnsignedLongLong((uint64_t)*word);
    case 'b': return PyBool_FromLong(*word != 0);
    case 'f': memcpy(&value, word, sizeof value); return PyFloat_FromDouble(value);
    }
    Py_RETURN_NONE;
}

static PyObject *make_result(const char *sig, const int64_t *words) {
    if (*sig != '(') return make_value(*sig, words);
    PyObject *result = PyTuple_New((Py_ssize_t)strlen(sig) - 2);
    for (int i = 0; result && sig[i + 1] != ')'; i++)
        PyTuple_SetItem(result, i, make_value(sig[i + 1], words + i));
    return result;
}

/* ---- Kernel, the type of functions */

typedef PyObject *(*Vectorcall)(PyObject *, PyObject *const *, size_t, PyObject *);
typedef struct { PyObject_HEAD Vectorcall call; int first, count; } Kernel; /* its part of FORMS */

#define HAS_VECTORCALL (1UL << 11) /* declared for the stable ABI from 3.12 on, as PyVectorcall_Call */
#define NARGS(n) ((Py_ssize_t)((n) & ~((size_t)1 << (8 * sizeof(size_t) - 1))))

static int level = 0; /* of the processor: which entries of forms are called */

static PyObject *call_otherwise(PyObject *self, PyObject *const *args, Py_ssize_t n) {
    PyObject *result = NULL, *all = PyTuple_New(n);
    PyObject *otherwise = PyObject_GetAttrString(self, "otherwise");
    if (all && otherwise) {
        for (Py_ssize_t i = 0; i < n; i++) PyTuple_SetItem(all, i, Py_NewRef(args[i]));
        result = PyObject_CallObject(otherwise, all);
    }
    Py_XDECREF(all);
    Py_XDECREF(otherwise);
    return result;
}

static PyObject *refuse_names(void) {
    PyErr_SetString(PyExc_TypeError, "compiled functions take no keyword arguments");
    return NULL;
}

static PyObject *call_kernel(PyObject *self, PyObject *const *args, size_t number, PyObject *names) {
    Kernel *kernel = (Kernel *)self;
    Py_ssize_t n = NARGS(number);
    Arguments arguments;
    if (names && PyTuple_Size(names)) return refuse_names();
    for (const Form *form = FORMS + kernel->first; form < FORMS + kernel->first + kernel->count; form++) {
        const char *returned = add_arguments(form->signature, args, n, &arguments);
        if (!returned) continue;
        int failed;
        Py_BEGIN_ALLOW_THREADS
        failed = form->levels[level](arguments.words);
        Py_END_ALLOW_THREADS
        if (!failed) return make_result(returned, arguments.words);
        PyErr_Format(PyExc_RuntimeError, "%s failed", form->name);
        return NULL;
    }
    return call_otherwise(self, args, n);
}

static PyObject *call_with_tuple(PyObject *self, PyObject *args, PyObject *names) {
    Py_ssize_t n = PyTuple_Size(args);
    PyObject *result, **list = PyMem_Malloc((size_t)(n + 1) * sizeof *list);
    if (!list) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++) list[i] = PyTuple_GetItem(args, i);
    result = names && PyDict_Size(names) ? refuse_names() : call_kernel(self, list, (size_t)n, NULL);
    PyMem_Free(list);
    return result;
}

static int init_kernel(PyObject *self, PyObject *args, PyObject *names) {
    Kernel *kernel = (Kernel *)self;
    PyObject *name, *bytes;
    if (!PyArg_ParseTuple(args, "U", &name) || !(bytes = PyUnicode_AsUTF8String(name))) return -1;
    const char *text = PyBytes_AsString(bytes);
    int low = 0, high = N_FORMS;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(FORMS[middle].name, text) < 0) low = middle + 1; else high = middle;
    }
    for (high = low; high < N_FORMS && !strcmp(FORMS[high].name, text); high++);
    kernel->call = call_kernel;
    kernel->first = low;
    kernel->count = high - low;
    Py_DECREF(bytes);
    return 0;
}

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Kernel, call), READONLY, NULL},
    {"forms", T_INT, offsetof(Kernel, count), READONLY, "The number of forms that were built."},
    {NULL}};
static PyType_Slot slots[] = {
    {Py_tp_doc, "A compiled function, by its full name; `forms` says how many forms there are."},
    {Py_tp_init, init_kernel}, {Py_tp_call, call_with_tuple}, {Py_tp_members, members}, {0, NULL}};
static PyType_Spec spec = {"azulejos.compiled._kernels.Kernel", sizeof(Kernel), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | HAS_VECTORCALL, slots};

/* ---- The module */

#if defined(__x86_64__)
#include <cpuid.h>
static int find_processor(void) { /* n of x86-64-vn, at most 3 */
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & 0x982201u) != 0x982201u) return 1; /* SSE4.2, POPCNT, … */
    if ((c & 0x38401000u) != 0x38401000u) return 2; /* AVX, FMA, …, and a system that saves the registers */
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & 0x128u) != 0x128u) return 2;
    return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & 32) ? 3 : 2; /* AVX2, BMI, BMI2; LZCNT */
}
#else
static int find_processor(void) { return NEEDED; }
#endif

static int find_level(void) { /* -1 if the processor lacks what the library needs */
    const char *most = getenv("X86_LEVEL_AT_MOST"); /* for tests: as if it were an older one */
    int found = find_processor();
    if (most && atoi(most) < found) found = atoi(most);
    return found < NEEDED ? -1 : LEVELS > 1 && found > NEEDED;
}

static PyObject *set_records(PyObject *module, PyObject *list) {
    for (Py_ssize_t i = 0; i < PyList_Size(list) && i < N_RECORDS; i++)
        records[i] = (PyArray_Descr *)Py_NewRef(PyList_GetItem(list, i));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_records", set_records, METH_O, "Set the dtypes that `records` describes."}, {NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_kernels", "Functions built ahead.", -1, methods};

PyMODINIT_FUNC PyInit__kernels(void) {
    import_array();
    if ((level = find_level()) < 0) {
        PyErr_SetString(PyExc_ImportError, "the library was built for other processors");
        return NULL;
    }
    PyObject *module = PyModule_Create(&definition), *type = PyType_FromSpec(&spec);
    if (!module || !type || PyModule_AddObject(module, "Kernel", type) ||
        PyModule_AddIntConstant(module, "levels", LEVELS) ||
        PyModule_AddStringConstant(module, "records", RECORDS) ||
        PyModule_AddStringConstant(module, "sources", SOURCES) ||
        PyModule_AddStringConstant(module, "digest", DIGEST)) return NULL;
    return module;
}

/* ---- The run time: blocks of memory with a count of references, used by one thread each */

typedef void (*Destroy)(void *data, size_t size, void *info);
typedef struct { int64_t count; Destroy destroy; void *info, *data; size_t size; void *allocator; } Block;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

static void destroy_list(void *data, size_t size, void *info) {
    if (info) ((Destroy)info)(data, size, NULL);
    free(data);
}

Block *NRT_MemInfo_alloc_aligned(size_t size, uint32_t align) {
    Block *block = allocate(sizeof(Block) + align + size);
    *block = (Block){.count = 1, .size = size};
    block->data = (void *)(((uintptr_t)(block + 1) + align - 1) & -(uintptr_t)align);
    return block;
}

Block *NRT_MemInfo_alloc(size_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }

Block *NRT_MemInfo_new_varsize_dtor(size_t size, Destroy destroy) { /* of a list, which can grow */
    Block *block = allocate(sizeof(Block));
    *block = (Block){1, destroy_list, (void *)destroy, allocate(size), size};
    return block;
}

void *NRT_MemInfo_varsize_realloc(Block *block, size_t size) {
    block->data = realloc(block->data, size);
    if (!block->data) abort();
    block->size = size;
    return block->data;
}

void *NRT_Allocate(size_t size) { return allocate(size); }

void NRT_Free(void *memory) { free(memory); }

void NRT_MemInfo_call_dtor(Block *block) {
    if (block->destroy) block->destroy(block->data, block->size, block->info);
    free(block);
}
