package import DurableFiles
import TimeAndChance

/// A disk in memory that fails on command and can lose power between any two calls, for tests and simulations.
///
/// It separates written from synchronized data. A test can examine the data that remains after the worst possible crash
/// during a write.
/// `/home` exists and belongs to the user.
package final class SimulatedDisk: FileSystem {
    package enum Fault: Sendable {
        /// The call fails without an effect. After a failed synchronization the unsynchronized bytes are lost for good,
        /// although a second attempt succeeds, as on Linux.
        case error(SystemError)
        /// The process crashes during the call. This call and all later calls fail until the restart.
        case crash
    }

    package let effectiveUser: UInt32
    private let state: LockedState<SimulatedDiskState>

    package init(user: UInt32 = 1000) {
        effectiveUser = user
        state = LockedState(SimulatedDiskState(user: user))
    }

    /// Creates a disk with the files of another disk, as after a restart of the process.
    package init(copying other: SimulatedDisk) {
        effectiveUser = other.effectiveUser
        state = LockedState(other.state.withLock { $0 })
        restartProcess()
    }

    /// Every call so far that could fail, such as `write` or `open creating`, in order.
    package var calls: [String] { state.withLock { $0.calls } }

    /// Injects a fault once.
    ///
    /// - Parameters:
    ///   - fault: the fault.
    ///   - count: the number of calls before the call that fails.
    package func plan(_ fault: Fault, afterCalls count: Int) {
        state.withLock { $0.faults[$0.calls.count + count] = fault }
    }

    /// Lets every call fail from now on. `nil` repairs the disk.
    package func failAlways(with error: SystemError?) {
        state.withLock { $0.permanentError = error }
    }

    /// Limits the bytes of each write and each read.
    package func limitTransfers(to count: Int) {
        state.withLock { $0.transferLimit = count }
    }

    /// Starts a new process after a crash. No bytes are lost or synchronized.
    package func restartProcess() {
        state.withLock { $0.restartProcess() }
    }

    /// Restarts the machine after a power cut. Synchronized data survives.
    ///
    /// - Parameters:
    ///   - keepingNames: whether unsynchronized names survive. A real disk may keep a new name and lose its bytes.
    ///   - keepingBytes: whether unsynchronized bytes survive.
    package func restartMachine(keepingNames: Bool, keepingBytes: Bool) {
        state.withLock { $0.restartMachine(keepingNames: keepingNames, keepingBytes: keepingBytes) }
    }

    /// Returns the bytes of each file in a directory; `nil` if the directory does not exist.
    package func files(in path: String) -> [String: [UInt8]]? {
        state.withLock { $0.files(in: path) }
    }

    package func mode(of path: String) -> UInt32? {
        state.withLock { $0.node(at: path)?.mode }
    }

    /// Adds a synchronized file to an existing directory. By default it is a private file of the user.
    package func plant(
        _ bytes: [UInt8], as name: String, in path: String, owner: UInt32? = nil, mode: UInt32 = 0o600
    ) {
        state.withLock { $0.plant(bytes, as: name, in: path, owner: owner ?? effectiveUser, mode: mode) }
    }

    private func perform<Value>(
        _ call: String, _ body: (inout SimulatedDiskState) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        let result = state.withLock { state -> Result<Value, SystemError> in
            do throws(SystemError) {
                try state.begin(call)
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    package func open(_ name: String, in directory: Int32?, for purpose: OpenPurpose) throws(SystemError) -> Int32 {
        try perform("open \(purpose)") { state throws(SystemError) in
            try state.open(name, in: directory, for: purpose, user: effectiveUser)
        }
    }

    package func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try perform("makeDirectory") { state throws(SystemError) in
            try state.makeDirectory(name, in: directory, user: effectiveUser)
        }
    }

    package func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        try perform("status") { state throws(SystemError) in try state.status(of: descriptor) }
    }

    package func status(of name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        try perform("status by name") { state throws(SystemError) in try state.status(of: name, in: directory) }
    }

    package func names(in directory: Int32) throws(SystemError) -> [String] {
        try perform("names") { state throws(SystemError) in try state.names(in: directory) }
    }

    package func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        try perform("read") { state throws(SystemError) in try state.read(descriptor, upTo: count) }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
        try perform("write") { state throws(SystemError) in try state.write(bytes, to: descriptor) }
    }

    package func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        try perform("setMode") { state throws(SystemError) in try state.setMode(mode, of: descriptor) }
    }

    package func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
        try perform("truncate") { state throws(SystemError) in try state.truncate(descriptor, to: length) }
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        do {
            try perform("synchronize") { state throws(SystemError) in try state.synchronize(descriptor) }
        } catch {
            state.withLock { $0.loseUnsynchronizedBytes(of: descriptor) }
            throw error
        }
    }

    package func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try perform("rename") { state throws(SystemError) in try state.rename(name, to: newName, in: directory) }
    }

    package func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        try perform("unlink") { state throws(SystemError) in try state.unlink(name, in: directory) }
    }

    package func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
        try perform("tryLock") { state throws(SystemError) in try state.tryLock(descriptor, kind) }
    }

    package func unlock(_ descriptor: Int32) {
        state.withLock { $0.unlock(descriptor) }
    }

    package func close(_ descriptor: Int32) {
        state.withLock { $0.close(descriptor) }
    }
}
