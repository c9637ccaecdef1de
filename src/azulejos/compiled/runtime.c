/* The run time of compiled functions that were built ahead: blocks of memory with a count of references,
   used by one thread each. The sizes that these functions pass have 64 bits, in WebAssembly too. */

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
/* There is no C library. Pieces of memory lie one above the other in an arena; what is freed goes as soon
   as all above it is free. A piece that does not fit ends the call. */
typedef struct Piece { _Alignas(16) struct Piece *below; int is_free; } Piece;
enum { ARENA = 1 << 20 };
static _Alignas(16) char arena[ARENA];
static uint32_t used = 0;
static Piece *last = NULL;

static void *malloc(uint64_t size) {
    if (size > ARENA || sizeof(Piece) + size > ARENA - used) __builtin_trap();
    Piece *piece = (Piece *)(arena + used);
    *piece = (Piece){last, 0};
    last = piece;
    used = (used + sizeof(Piece) + (uint32_t)size + 15) & ~15u;
    return piece + 1;
}

static void free(void *memory) {
    if (memory) ((Piece *)memory - 1)->is_free = 1;
    for (; last && last->is_free; last = last->below) used = (uint32_t)((char *)last - arena);
}

/* The product of two numbers of 128 bits, by which numbers of 64 bits are divided by a constant. */
typedef union { __int128 whole; struct { uint64_t low, high; }; } Wide;

__int128 __multi3(__int128 a, __int128 b) {
    Wide x = {a}, y = {b}, product;
    const uint64_t half = 0xFFFFFFFF;
    uint64_t x0 = x.low & half, x1 = x.low >> 32, y0 = y.low & half, y1 = y.low >> 32;
    uint64_t lowest = x0 * y0, middle = x1 * y0 + (lowest >> 32), other = x0 * y1 + (middle & half);
    product.low = other << 32 | (lowest & half);
    product.high = x1 * y1 + (middle >> 32) + (other >> 32) + x.high * y.low + x.low * y.high;
    return product.whole;
}

#define abort __builtin_trap
#else
#include <stdlib.h>
#endif

typedef void (*Destroy)(void *data, uint64_t size, void *info);
typedef struct { int64_t count; Destroy destroy; void *info, *data; uint64_t size; void *allocator; } Block;

static void *allocate(uint64_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

static void destroy_list(void *data, uint64_t size, void *info) {
    if (info) ((Destroy)info)(data, size, NULL);
    free(data);
}

Block *NRT_MemInfo_alloc_aligned(uint64_t size, uint32_t align) {
    if (size > PTRDIFF_MAX) abort(); /* or the sum below could be small */
    Block *block = allocate(sizeof(Block) + align + size);
    *block = (Block){.count = 1, .size = size};
    block->data = (void *)(((uintptr_t)(block + 1) + align - 1) & -(uintptr_t)align);
    return block;
}

Block *NRT_MemInfo_alloc(uint64_t size) { return NRT_MemInfo_alloc_aligned(size, 16); }

Block *NRT_MemInfo_new_varsize_dtor(uint64_t size, Destroy destroy) { /* of a list, which can grow */
    Block *block = allocate(sizeof(Block));
    *block = (Block){1, destroy_list, (void *)destroy, allocate(size), size};
    return block;
}

void *NRT_MemInfo_varsize_realloc(Block *block, uint64_t size) {
    void *data = allocate(size);
    __builtin_memcpy(data, block->data, size < block->size ? size : block->size);
    free(block->data);
    block->data = data;
    block->size = size;
    return data;
}

void *NRT_Allocate(uint64_t size) { return allocate(size); }

void NRT_Free(void *memory) { free(memory); }

void NRT_MemInfo_call_dtor(Block *block) {
    if (block->destroy) block->destroy(block->data, block->size, block->info);
    free(block);
}
