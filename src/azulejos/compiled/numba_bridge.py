"""The side of compiled code that needs Numba, and every private name of Numba and llvmlite.

The first parts serve compilation at run time: a cache on disk, dispatchers, and what compiled code
calls instead of some plain Python functions. The last parts serve `ahead.py`: Numba's intermediate
code (LLVM IR) of functions, before it is optimised for any machine, and machine code made of it.
"""

import hashlib
import os
import pickle
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import callconv, cgutils, codegen, config, cpu, types
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import infer_global
from numba.extending import intrinsic, models, overload, register_model
from numba.np import arrayobj
from numba.np.numpy_support import as_struct_dtype

from azulejos.compiled.jit import JitFunction, form_modules, forms, redirected
from azulejos.compiled.sources import source_digest

# ---- The cache of what is compiled at run time

DIGEST_SIZE = 32  # bytes of a sha256
WORD = ir.IntType(64)
KEPT_SECONDS = 30 * 24 * 3600  # cache folders that were not used for longer are deleted


class _CacheFiles(IndexDataCacheFile):  # type: ignore[misc]  # Numba is untyped
    """The compiled code of a function on disk, one file for each combination of argument types.

    Numba's own class numbers the files and lists them in an index. Two processes that store at the
    same time could then overwrite each other's file, and one of them would be listed for the wrong
    types. Here the name follows from the types. A file begins with a digest of the rest, since
    damaged machine code would run. What cannot be read is compiled again, what cannot be written is
    left out.
    """

    def load(self, key: Any) -> Any:
        with suppress(Exception):
            content = self._file(key).read_bytes()
            digest, data = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
            return pickle.loads(data) if digest == hashlib.sha256(data).digest() else None

    def save(self, key: Any, data: Any) -> None:
        content = self._dump(data)
        with suppress(Exception), self._open_for_write(str(self._file(key))) as file:
            file.write(hashlib.sha256(content).digest() + content)

    def _file(self, key: Any) -> Path:
        digest = hashlib.sha256(repr((key, self._source_stamp)).encode()).hexdigest()[:16]
        return Path(self._cache_path) / f"{Path(self._index_name).stem}.{digest}.nbc"


class _Cache(NullCache):  # type: ignore[misc]  # Numba is untyped
    """The cache of a function, which is opened when it is first compiled or loaded."""

    def __init__(self, function: Callable[..., Any]):
        self.function = function
        self.opened: Any = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(Exception):  # damaged code costs the time to compile it again
            return self._open().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(Exception):
            self._open().save_overload(sig, data)

    def _open(self) -> Any:
        if self.opened is None:
            with _opening:
                others, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
                try:
                    self.opened = FunctionCache(self.function)
                finally:
                    config.CACHE_DIR = others
            self.opened._cache_file.__class__ = _CacheFiles
        return self.opened


_opening = threading.Lock()  # of caches, which changes a setting of Numba for a moment


@cache
def cache_folder() -> Path:
    """The cache folder of these sources, Python, Numba and processor, marked as used; those unused
    for long are deleted. Numba's own cache would not notice an edit in a file that another calls.
    """
    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    facts = f"{source_digest()} {sys.version} {version('numba')} {processor}"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "azulejos"
    folder = home / hashlib.sha256(facts.encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in home.iterdir():
        if time.time() - other.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)
    return folder


# ---- Dispatchers


class _Dispatcher(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls the function with arguments of some types: with all signed
        integers as 64-bit ones, or it would be compiled once more for each size and constant.
        """
        return super().get_call_template(tuple(map(_widened, args)), kws)


def _widened(argument: Any) -> Any:
    """The type in which an argument is passed to a compiled function."""
    if isinstance(argument, types.Integer) and argument.signed:  # type: ignore[attr-defined]
        return types.int64
    return types.unliteral(argument)  # type: ignore[attr-defined]


def make_dispatcher(function: Callable[..., Any]) -> Any:
    """Numba's form of a function, with the cache above."""
    _register_forms()
    # without a wrapper for C, which nobody calls, compilation takes a tenth less
    options = {"no_cpython_wrapper": True} if is_collecting else {}
    compiled = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(
        function
    )
    compiled.__class__ = _Dispatcher
    compiled._cache = NullCache() if is_collecting else _Cache(function)
    return compiled


# ---- What compiled code calls instead of plain Python


def _register_forms() -> None:
    while form_modules:
        import_module(form_modules.pop())
    while forms:
        function, find = forms.pop()
        overload(function, strict=False)(find)
    while redirected:
        function, find = redirected.pop()
        infer_global(function, _Redirected(function, find))


def dtype_of(kind: Any) -> np.dtype[Any]:
    """The dtype of records, or of arrays of records, of a Numba type."""
    record = kind.dtype if isinstance(kind, types.Array) else kind
    return as_struct_dtype(record)


# ---- Functions written as LLVM instructions

INT, SHORT, NOTHING = types.int64, types.int16, types.void  # types of arguments and results


def instruction(build: Callable[..., Any]) -> Callable[..., Any]:
    """A function that only compiled code can call, written as LLVM instructions."""
    built: Callable[..., Any] = intrinsic(build)
    return built


def constant(number: int, bits: int = 64) -> Any:
    return ir.Constant(ir.IntType(bits), number)


def vector(kind: type, bits: int, lanes: int) -> Any:
    """The type of vectors of `int` or `float`."""
    return ir.VectorType(ir.FloatType() if kind is float else ir.IntType(bits), lanes)


def splat(builder: Any, number: Any, kind: Any) -> Any:
    """A number in every lane of a vector."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, constant(0, 32))
    zeros = ir.Constant(vector(int, 32, kind.count), [0] * kind.count)
    return builder.shuffle_vector(first, first, zeros)


def place(code: tuple[Any, ...], array: int, number: Any, kind: Any = None) -> Any:
    """The address of an element of an argument, as one of another type if `kind` is given; `code`
    is what the instruction is built with.
    """
    context, builder, signature, arguments = code
    made = context.make_array(signature.args[array])(context, builder, arguments[array])
    address = builder.gep(made.data, [number])
    return builder.bitcast(address, kind.as_pointer()) if kind else address


def call_by_name(builder: Any, name: str, arguments: Any) -> Any:
    """Call a function of words that is found by its name."""
    kind = ir.FunctionType(WORD, [WORD] * len(arguments))
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


def new_variable(builder: Any, value: Any) -> Any:
    """The address of a variable that has a value at first."""
    return cgutils.alloca_once_value(builder, value)


def count_to(builder: Any, n: Any) -> Any:
    """A context in which instructions are repeated n times; its `index` counts them."""
    return cgutils.for_range(builder, n, intp=WORD)


def no_result(context: Any) -> Any:
    return context.get_dummy_value()


@cache
def has_bmi2() -> bool:
    """Does this processor deposit bits in one instruction?"""
    return bool(llvm.get_host_cpu_features().get("bmi2"))


# ---- Verbs: their calls go to the functions of a game


class _Redirected(types.Callable, types.Dummy):
    """The Numba type of a function whose calls go to another. With an overload there would be one
    more function to compile, into which all code that it calls is copied.
    """

    def __init__(self, function: Callable[..., Any], find: Callable[..., Any]):
        self.find = find
        super().__init__(f"redirected({function.__qualname__} {id(function)})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return context.resolve_value_type(self.find(*args)).get_call_type(context, args, kws)

    def get_call_signatures(self) -> Any:
        return (), True

    def get_impl_key(self, sig: Any) -> Any:
        return self.find(*sig.args).dispatcher.get_overload(sig.args)


register_model(_Redirected)(models.OpaqueModel)


# ---- Intermediate code, for `ahead.py`

is_collecting = False  # in a process that builds a library
collected: list[str] = []  # LLVM IR, in the order of compilation

STATUS = ir.IntType(32)


def collect_only() -> None:
    """From now on, let Numba make intermediate code and nothing else; `collected` keeps it."""
    global is_collecting
    is_collecting = True
    library = codegen.CPUCodeLibrary
    library.add_ir_module = lambda self, module: collected.append(
        cgutils.normalize_ir_text(str(module))
    )
    library.add_linking_library = lambda self, other: None
    library.finalize = lambda self: setattr(self, "_finalized", True)
    library._ensure_finalized = lambda self: None
    # places of exceptions, which nobody reads, would be paths of the machine that builds
    raising, describe = callconv.CPUCallConv, callconv.CPUCallConv.build_excinfo_struct
    raising.build_excinfo_struct = lambda self, exc, args, loc, name: describe(
        self, exc, args, None, name
    )
    # Numba keeps code by the builtin that it gets here, so each is one of its own
    cpu.CPUContext.get_executable = lambda self, library, fndesc, env: [].append
    # its own message about shapes, which nobody reads, would bring in all of its strings
    arrayobj.raise_with_shape_context = _refuse_shapes


def _refuse_shapes(given: Any, wanted: Any) -> None:
    """Refuse to assign an array of one shape to a part of another; compiled code calls it."""
    raise ValueError("the shapes differ")


def _compiled_refuse_shapes(given: Any, wanted: Any) -> Any:
    def refuse(given: Any, wanted: Any) -> None:
        raise ValueError("the shapes differ")

    return refuse


overload(_refuse_shapes)(_compiled_refuse_shapes)


def collect(function: JitFunction, examples: Iterable[Any], name: str) -> str:
    """Collect the code of a function for the types of examples, with an entry of a name that reads
    the arguments from words and writes what is returned there; return the codes of the latter.
    """
    dispatcher = function.dispatcher
    arguments = tuple(map(numba.typeof, examples))
    dispatcher.compile(arguments)
    compiled = dispatcher.overloads[arguments]
    context, returned = compiled.target_context, compiled.signature.return_type
    module = ir.Module(name)
    entry = ir.Function(module, ir.FunctionType(STATUS, [WORD.as_pointer()]), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    words = _Words(context, builder, entry.args[0])
    values = [words.read(kind) for kind in arguments]
    callee = context.declare_function(module, compiled.fndesc)
    status, result = context.call_conv.call_function(builder, callee, returned, arguments, values)
    with cgutils.if_unlikely(builder, status.is_error):
        builder.ret(STATUS(1))
    codes = words.write(returned, result)
    builder.ret(STATUS(0))
    collected.append(str(module))
    return codes


class _Words:
    """The words of an entry: arguments are read one after another, results are written."""

    def __init__(self, context: Any, builder: Any, words: Any):
        self.context, self.builder, self.words, self.used = context, builder, words, 0

    def _place(self, i: int) -> Any:
        return self.builder.gep(self.words, [WORD(i)])

    def _next(self) -> Any:
        self.used += 1
        return self.builder.load(self._place(self.used - 1))

    def read(self, kind: Any) -> Any:
        """The next argument, of a Numba type."""
        context, builder = self.context, self.builder
        if isinstance(kind, types.BaseTuple):  # type: ignore[attr-defined]
            return context.make_tuple(builder, kind, [self.read(part) for part in kind])
        word = self._next()
        if isinstance(kind, types.Array):
            return self._read_array(kind, word)
        if isinstance(kind, types.Record):
            return builder.inttoptr(word, context.get_value_type(kind))
        if isinstance(kind, types.Boolean):
            return builder.trunc(word, context.get_value_type(kind))
        return builder.bitcast(word, context.get_value_type(kind))

    def _read_array(self, kind: Any, word: Any) -> Any:
        context, builder = self.context, self.builder
        array = context.make_array(kind)(context, builder)
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        shape = [self._next() for _ in range(kind.ndim)]
        strides: list[Any] = []
        step = WORD(size)
        for number in reversed(shape):
            strides.insert(0, step)
            step = builder.mul(step, number)
        data = builder.inttoptr(word, array.data.type)
        parts = {"data": data, "shape": shape, "strides": strides, "itemsize": WORD(size)}
        arrayobj.populate_array(array, **parts, meminfo=None)
        return array._getvalue()

    def write(self, kind: Any, value: Any, i: int = 0) -> str:
        """Write a result from word i on; return its code for `kernels.c`."""
        builder = self.builder
        if kind == types.none:
            return "v"
        if isinstance(kind, types.BaseTuple):  # type: ignore[attr-defined]
            values = [builder.extract_value(value, k) for k in range(len(kind))]
            is_nested = any(isinstance(part, types.BaseTuple) for part in kind)  # type: ignore[attr-defined]
            assert not is_nested, f"kernels.c returns no tuples of tuples: {kind}"
            codes = [self.write(part, values[k], k) for k, part in enumerate(kind)]
            return f"({''.join(codes)})"
        if isinstance(kind, types.Float):
            value = builder.fpext(value, ir.DoubleType()) if kind.bitwidth == 32 else value
            code, value = "f", builder.bitcast(value, WORD)
        else:
            is_signed = getattr(kind, "signed", False)
            code = "b" if isinstance(kind, types.Boolean) else "i" if is_signed else "u"
            if value.type != WORD:
                value = (builder.sext if is_signed else builder.zext)(value, WORD)
        builder.store(value, self._place(i))
        return code


# ---- Machine code, for `ahead.py`

RUN_TIME = """
declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.cttz.i64(i64, i1)
declare void @NRT_MemInfo_call_dtor(ptr)
define float @sqrtf(float %x) alwaysinline {
  %r = call float @llvm.sqrt.f32(float %x)
  ret float %r
}
define double @sqrt(double %x) alwaysinline {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}
define void @NRT_incref(ptr %block) {
  %is_null = icmp eq ptr %block, null
  br i1 %is_null, label %done, label %count
count:
  %n = load i64, ptr %block
  %more = add i64 %n, 1
  store i64 %more, ptr %block
  br label %done
done:
  ret void
}
define void @NRT_decref(ptr %block) {
  %is_null = icmp eq ptr %block, null
  br i1 %is_null, label %done, label %count
count:
  %n = load i64, ptr %block
  %less = add i64 %n, -1
  store i64 %less, ptr %block
  %is_last = icmp eq i64 %less, 0
  br i1 %is_last, label %free, label %done
free:
  call void @NRT_MemInfo_call_dtor(ptr %block)
  br label %done
done:
  ret void
}
define ptr @NRT_MemInfo_data_fast(ptr %block) {
  %place = getelementptr {i64, ptr, ptr, ptr}, ptr %block, i32 0, i32 3
  %data = load ptr, ptr %place
  ret ptr %data
}
"""
NTH_ONE = "azulejos_nth_one"  # called by compiled code, with a form for each kind of processor
NTH_ONE_LOOP = f"""
define i64 @{NTH_ONE}(i64 %word, i64 %n) alwaysinline {{
entry:
  br label %head
head:
  %left = phi i64 [ %word, %entry ], [ %next, %body ]
  %i = phi i64 [ 0, %entry ], [ %more, %body ]
  %goes_on = icmp slt i64 %i, %n
  br i1 %goes_on, label %body, label %done
body:
  %less = add i64 %left, -1
  %next = and i64 %left, %less
  %more = add i64 %i, 1
  br label %head
done:
  %r = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  ret i64 %r
}}
"""
NTH_ONE_BMI2 = f"""
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define i64 @{NTH_ONE}(i64 %word, i64 %n) alwaysinline {{
  %one = shl i64 1, %n
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %word)
  %r = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  ret i64 %r
}}
"""
# What code may leave to others: the run time, and operations of LLVM with the same result anywhere.
PORTABLE = re.compile(
    r"NRT_\w+|llvm\.(abs|assume|ceil|copysign|ct[lt]z|ctpop|experimental\.noalias|fabs|fl\w+|fsh[lr]"
    r"|lifetime|masked|mem\w+|[su](add|max|min|mul|sub)|sqrt|stack\w+|trap|trunc|vector|x86\.bmi)\b.*"
)


class Target(NamedTuple):
    """A kind of processor for which code is made."""

    name: str
    triple: str
    processor: str
    nth_one: str = NTH_ONE_LOOP
    features: str = ""  # that such a processor has beside those that its name says

    @property
    def is_alone(self) -> bool:
        """Is its code linked without that of another target?"""
        return self.triple == WASM

    def name_entry(self, entry: str) -> str:
        return entry if self.is_alone else f"{entry}_{self.name}"


WASM = "wasm32-unknown-unknown"
WASM_FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
WASM_TARGETS = [
    Target("wasm", WASM, "generic", features=WASM_FEATURES),
    Target("wasm-simd", WASM, "generic", features=f"{WASM_FEATURES},+simd128"),
]


def find_targets(levels: int, platform: str, machine: str) -> list[Target]:
    """The targets of a system: of x86-64 two, the lower first, or the one of this machine; of
    WebAssembly without and with SIMD.
    """
    if platform == "wasm":
        return WASM_TARGETS
    system = {"linux": "unknown-linux-gnu", "win32": "w64-windows-gnu"}.get(platform)
    if machine.lower() in ("arm64", "aarch64"):
        if platform == "darwin":
            return [Target("arm64", "arm64-apple-macosx11.0.0", "apple-m1")]
        return [Target("arm64", f"aarch64-{system}", "generic")]
    triple = f"x86_64-{system}" if system else "x86_64-apple-macosx11.0.0"
    lower = Target("v2", triple, "x86-64-v2")
    upper = Target("v3", triple, "x86-64-v3", NTH_ONE_BMI2)
    if levels == 2:
        return [lower, upper]
    features = llvm.get_host_cpu_features()
    has_upper = all(features.get(name) for name in ("avx2", "bmi", "bmi2", "fma", "f16c", "movbe"))
    return [upper if has_upper else lower]


def emit_objects(targets: list[Target], entries: set[str]) -> Iterable[bytes]:
    """The collected code as an object file for each target; entries are named as it says, and all
    else is local.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    linked = b""
    for target in targets:
        machine = llvm.Target.from_triple(target.triple).create_target_machine(
            cpu=target.processor,
            features=target.features,
            opt=3,
            reloc="static" if target.is_alone else "pic",
        )
        head = f'target triple = "{target.triple}"\ntarget datalayout = "{machine.target_data}"\n'
        if not linked:  # the same for all targets: references are counted less often
            whole = _link(head, collected)
            _hide(whole, entries)
            _optimise(whole, machine, level=1)
            linked = whole.as_bitcode()
        whole = llvm.parse_bitcode(linked)
        whole.link_in(llvm.parse_assembly(head + RUN_TIME + target.nth_one))
        _hide(whole, entries)
        whole.verify()
        _optimise(whole, machine, level=3)
        _check_portable(whole)
        for function in whole.functions:
            if function.name in entries:
                function.name = target.name_entry(function.name)
        yield machine.emit_object(whole)


def _link(head: str, texts: Iterable[str]) -> Any:
    """All modules as one, for the target that a head names."""
    whole = llvm.parse_assembly(head)
    for text in texts:
        text = re.sub(r"^target (triple|datalayout).*$", "", text, flags=re.MULTILINE)
        module = llvm.parse_assembly(head + text)
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "weak_odr"
        whole.link_in(module)
    return whole


def _hide(whole: Any, entries: set[str]) -> None:
    """Make everything local but the entries."""
    for function in whole.functions:
        if not function.is_declaration:
            is_entry = function.name in entries
            function.linkage = "external" if is_entry else "internal"
            function.visibility = "hidden" if is_entry else "default"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _optimise(whole: Any, machine: Any, level: int) -> None:
    """Optimise by a level; the first removes counting of references, before that is inlined."""
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = level == 3
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if level == 1:
        passes.add_refprune_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(whole, builder)


def _check_portable(whole: Any) -> None:
    """Refuse code that needs functions of a system, whose results would differ between machines."""
    parts = (*whole.functions, *whole.global_variables)
    needed = {part.name for part in parts if part.is_declaration}
    strange = sorted(name for name in needed if not PORTABLE.fullmatch(name))
    if strange:
        raise ValueError(f"compiled code needs what differs between machines: {', '.join(strange)}")
