import DiskSimulation
import DurableFiles
import TimeAndChance

/// The disk of a device as one process sees it. A crash can happen during any call, and the disk can be full.
// Unchecked, because the scheduler runs all jobs on one thread.
final class DeviceDisk: FileSystem, @unchecked Sendable {
    /// The disk, which survives the process.
    let disk: SimulatedDisk
    /// Whether writes fail because the disk is full.
    var isFull = false
    /// The number of calls before the process crashes during a call; `nil` without a planned crash.
    var callsUntilCrash: Int?

    private let life: ProcessLife
    private let findings: Findings
    private let bug: PlantedBug?
    /// Called when the process crashes during a call.
    private let onCrash: @Sendable () -> Void

    init(
        _ disk: SimulatedDisk, life: ProcessLife, findings: Findings, bug: PlantedBug?,
        onCrash: @escaping @Sendable () -> Void
    ) {
        self.disk = disk
        self.life = life
        self.findings = findings
        self.bug = bug
        self.onCrash = onCrash
    }

    var effectiveUser: UInt32 { disk.effectiveUser }

    /// Passes a call to the disk, unless the process has ended or the disk is full. Crashes during the call if that was
    /// planned.
    private func perform<Value>(
        isWrite: Bool = false, _ call: () throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        guard !life.hasEnded else { throw .deviceFailed }
        if isFull, isWrite {
            findings.reach(.diskFull)
            throw .diskFull
        }
        guard let left = callsUntilCrash else { return try call() }
        callsUntilCrash = left > 0 ? left - 1 : nil
        guard left == 0 else { return try call() }
        if isWrite { findings.reach(.crashDuringWrite) }
        disk.plan(.crash, afterCalls: 0)
        defer { onCrash() }
        return try call()
    }

    func open(_ name: String, in directory: Int32?, for purpose: OpenPurpose) throws(SystemError) -> Int32 {
        let isWrite =
            switch purpose {
            case .creating, .creatingJournal, .creatingLock: true
            case .traversing, .directory, .reading, .journal, .locking: false
            }
        return try perform(isWrite: isWrite) { () throws(SystemError) in
            try disk.open(name, in: directory, for: purpose)
        }
    }

    func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try perform(isWrite: true) { () throws(SystemError) in try disk.makeDirectory(name, in: directory) }
    }

    func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        try perform { () throws(SystemError) in try disk.status(of: descriptor) }
    }

    func status(of name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        try perform { () throws(SystemError) in try disk.status(of: name, in: directory) }
    }

    func names(in directory: Int32) throws(SystemError) -> [String] {
        try perform { () throws(SystemError) in try disk.names(in: directory) }
    }

    func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        try perform { () throws(SystemError) in try disk.read(descriptor, upTo: count) }
    }

    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
        try perform(isWrite: true) { () throws(SystemError) in
            guard bug == .writesAreTorn else { return try disk.write(bytes, to: descriptor) }
            return try disk.write(bytes.dropLast(), to: descriptor) + 1
        }
    }

    func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        try perform { () throws(SystemError) in try disk.setMode(mode, of: descriptor) }
    }

    func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
        try perform { () throws(SystemError) in try disk.truncate(descriptor, to: length) }
    }

    func synchronize(_ descriptor: Int32) throws(SystemError) {
        try perform(isWrite: true) { () throws(SystemError) in
            if bug != .filesAreNotSynchronized { try disk.synchronize(descriptor) }
        }
    }

    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try perform(isWrite: true) { () throws(SystemError) in
            if bug == .savesAreDropped { return try disk.unlink(name, in: directory) }
            try disk.rename(name, to: newName, in: directory)
        }
    }

    func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        try perform { () throws(SystemError) in
            if bug != .filesAreNotRemoved { try disk.unlink(name, in: directory) }
        }
    }

    func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
        try perform { () throws(SystemError) in try disk.tryLock(descriptor, kind) }
    }

    func unlock(_ descriptor: Int32) { disk.unlock(descriptor) }

    func close(_ descriptor: Int32) { disk.close(descriptor) }
}
