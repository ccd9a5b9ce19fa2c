#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The hooks through which the Swift runtime passes every job of the process to the scheduler.
///
/// Three symbols of the runtime are function pointers that a program may set:
///
/// | Symbol | Effect here |
/// |---|---|
/// | `swift_task_enqueueGlobal_hook` | Receives the jobs of tasks and default actors. |
/// | `swift_task_getMainExecutor_hook` | Replaces the executor of the main actor. |
/// | `swift_task_enqueueMainExecutor_hook` | Receives the jobs of the main actor in older runtimes. |
///
/// In Swift 6.3.1 on Linux, the executor of the main actor is written in Swift, so its jobs do not reach the third
/// hook. The second hook is called each time code switches to the main actor, so that another executor can take its
/// place.
///
/// `Task.sleep` and `Task.yield` reach no hook. Libraries use neither outside of `SystemClock`.
enum ExecutorHooks {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
    private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
    private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

    /// Passes all later jobs to ``Scheduler/shared``.
    ///
    /// - Returns: Whether the runtime has the hooks.
    static func install() -> Bool {
        guard let program = dlopen(nil, RTLD_NOW),
            let global = dlsym(program, "swift_task_enqueueGlobal_hook"),
            let main = dlsym(program, "swift_task_enqueueMainExecutor_hook"),
            let executor = dlsym(program, "swift_task_getMainExecutor_hook")
        else { return false }
        global.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, _ in Scheduler.shared.addGlobal(job) }
        main.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, _ in Scheduler.shared.addMain(job) }
        executor.assumingMemoryBound(to: MainExecutorHook?.self).pointee = { _ in Scheduler.shared.mainExecutor }
        return true
    }
}
