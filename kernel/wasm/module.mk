# The kernel as a module of WebAssembly, for the page: build/kernel.wasm.
#
# clang, wasi-libc and libc++ are those of the package ziglang. All sources of a folder are compiled at once, which
# saves a third of the time. What runs on several threads is left out: the page has the module in a worker.

WASM := build/wasm
WASM_TARGET := -target wasm32-wasi -mexec-model=reactor -msimd128 -fno-exceptions -fno-rtti
# Neither fused multiply-add nor relaxed SIMD: a position has the same odds everywhere.
WASM_FLAGS := $(WASM_TARGET) -std=c++20 -O2 -ffp-contract=off -fvisibility=hidden -ffunction-sections -fdata-sections \
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
# What takes no time of a solver or generator is compiled to be small.
WASM_SMALL := metrics wasm
WASM_LEFT_OUT := $(addprefix kernel/,odds/odds_batch.cpp $(addsuffix .cpp,$(addprefix play/,fleet fleet_state packed_track planes records simulation tally)))
WASM_OBJECTS := $(patsubst kernel/%,$(WASM)/%.o,$(filter-out kernel/bindings,$(wildcard kernel/*)))
ZIG := ZIG_GLOBAL_CACHE_DIR=$(abspath $(WASM))/cache $(BIN)/python -m ziglang c++

build/kernel.wasm: $(WASM_OBJECTS)
	@echo "sapper: linking the kernel for the page" >&2
	@$(ZIG) $(WASM_TARGET) -Wl,--gc-sections -Wl,--strip-all $^ -o $@

# The same module, which stops at behaviour that C++ leaves undefined: for `make sanitize`.
build/kernel-checked.wasm: build/kernel.wasm
	@echo "sapper: building the kernel for the page with checks" >&2
	@$(ZIG) $(WASM_FLAGS) -fsanitize=undefined -fsanitize-trap=undefined -I kernel -Wl,--gc-sections -Wl,--strip-all $(WASM_OBJECTS:.o=.cpp) -o $@

.SECONDEXPANSION:
$(WASM)/%.o: $$(wildcard kernel/$$*/*.cpp) $(wildcard kernel/*/*.h) kernel/wasm/module.mk | $(VENV)/.tools
	@mkdir -p $(WASM)
	@printf '#include "%s"\n' $(patsubst kernel/%,%,$(filter-out $(WASM_LEFT_OUT),$(filter %.cpp,$^))) >$(WASM)/$*.cpp
	@$(ZIG) $(WASM_FLAGS) $(if $(filter $*,$(WASM_SMALL)),-Os) -I kernel -c $(WASM)/$*.cpp -o $@
