package import TimeAndChance

/// A directory that only its owner can access, with a path that no other user can redirect.
///
/// `base` is an existing directory of the system or the user, such as the home directory. If it is missing, its
/// contents are unavailable, not absent: an encrypted home may not be mounted. Missing directories below it are created
/// on the first write, with mode 0700.
///
/// Every operation opens the path anew, component by component, without following links:
/// - Each directory on the path must belong to root or the user.
/// - Other users must not be able to write to it, unless it is sticky like `/tmp`.
/// - The last directory must belong to the user, and other users must not have access to it.
///
/// On Apple's systems the path is checked from `base` on, because a sandboxed process cannot open the directories above
/// its container.
public struct PrivateDirectory: Sendable {
    /// The absolute path of an existing directory.
    public let base: String
    /// The path relative to `base`: one component or more.
    public let name: String

    let fileSystem: any FileSystem
    /// The clock of all waits for locks. It is the clock of the disk, because a lock is held as long as the disk writes.
    package let time: any TimeSource
    /// The components from the root of the file system to the directory; `nil` if the path is invalid.
    private let steps: [Step]?

    /// Describes a directory. Nothing is opened or created.
    ///
    /// - Parameters:
    ///   - name: The path relative to `base`: one component or more.
    ///   - base: The absolute path of an existing directory.
    public init(_ name: String, under base: String) {
        self.init(name, under: base, on: POSIXFileSystem())
    }

    package init(
        _ name: String, under base: String, on fileSystem: any FileSystem, time: any TimeSource = SystemClock()
    ) {
        self.name = name
        self.base = base
        self.fileSystem = fileSystem
        self.time = time
        steps = Self.steps(to: name, under: base)
    }

    /// The absolute path.
    public var path: String {
        base.hasSuffix("/") ? base + name : base + "/" + name
    }

    /// Describes a directory in this directory.
    ///
    /// - Parameter component: One path component or more.
    package func subdirectory(_ component: String) -> PrivateDirectory {
        PrivateDirectory(name + "/" + component, under: base, on: fileSystem, time: time)
    }

    /// Opens the directory. Returns `nil` if it does not exist and `creating` is `false`.
    func open(creating: Bool) throws(DurableFileError) -> OpenFile? {
        guard let steps else { throw .insecure(.malformedPath) }
        let user = fileSystem.effectiveUser
        var directory = try enter(steps[0], in: nil, as: user)
        for step in steps.dropFirst() {
            do {
                directory = try enter(step, in: directory.descriptor, as: user)
            } catch .unavailable(.notFound) where step.mayBeMissing {
                guard creating else { return nil }
                try make(step, in: directory)
                directory = try enter(step, in: directory.descriptor, as: user)
            }
        }
        return directory
    }

    /// Returns the names of the durable files, also of those with only a quarantined value or a temporary file left.
    ///
    /// - Parameter prefix: The start of the names.
    /// - Returns: The names, without those of removed files. Empty if there is no directory.
    /// - Throws: `DurableFileError` if the directory cannot be read.
    @concurrent
    package func fileNames(withPrefix prefix: String) async throws -> Set<String> {
        guard let directory = try open(creating: false) else { return [] }
        return Set(try entries(of: directory).compactMap(fileName).filter { $0.hasPrefix(prefix) })
    }

    private func entries(of directory: borrowing OpenFile) throws(DurableFileError) -> [String] {
        let descriptor = directory.descriptor
        return try reporting(try fileSystem.names(in: descriptor))
    }

    /// Returns the name of the file to which an entry belongs; `nil` for a lock, which remains after a removal.
    private func fileName(of entry: String) -> String? {
        var name = entry
        if entry.hasPrefix(".") {
            name = String(entry.dropFirst().dropLast(DurableFile.temporarySuffixLength))
        } else if entry.hasSuffix(".corrupt") {
            name = String(entry.dropLast(".corrupt".count))
        }
        let file = DurableFile(name, in: self)
        let belongs = [file.name, file.quarantineName].contains(entry) || file.isTemporary(entry)
        return file.hasUsableName && belongs ? name : nil
    }

    /// Makes the names of the directories below `base` durable.
    func synchronizePath() throws(DurableFileError) {
        guard let steps else { throw .insecure(.malformedPath) }
        let user = fileSystem.effectiveUser
        var directory = try enter(steps[0], in: nil, as: user)
        for step in steps.dropFirst() {
            if step.mayBeMissing { try synchronizeNames(of: directory) }
            directory = try enter(step, in: directory.descriptor, as: user)
        }
    }

    private struct Step: Sendable {
        let name: String
        var mayBeMissing = false
        var isLast = false
    }

    private static func steps(to name: String, under base: String) -> [Step]? {
        let below = name.split(separator: "/").map(String.init)
        let above = base.split(separator: "/").map(String.init)
        guard base.hasPrefix("/"), !below.isEmpty, (above + below).allSatisfy(isFileName) else {
            return nil
        }
        #if canImport(Darwin)
            var steps = [Step(name: base)]
        #else
            var steps = [Step(name: "/")] + above.map { Step(name: $0) }
        #endif
        steps += below.map { Step(name: $0, mayBeMissing: true) }
        steps[steps.count - 1].isLast = true
        return steps
    }

    private func enter(_ step: Step, in parent: Int32?, as user: UInt32) throws(DurableFileError) -> OpenFile {
        let directory = try open(step, in: parent)
        let status = try directory.status()
        guard status.owner == user || (status.owner == 0 && !step.isLast) else {
            throw .insecure(.foreignOwner(step.name, user: status.owner))
        }
        let isSticky = status.mode & 0o1000 != 0
        if step.isLast {
            guard status.mode & 0o077 == 0 else { throw .insecure(.notPrivate(step.name, mode: status.mode)) }
        } else {
            guard status.mode & 0o022 == 0 || isSticky else {
                throw .insecure(.writableByOthers(step.name, mode: status.mode))
            }
        }
        return directory
    }

    private func open(_ step: Step, in parent: Int32?) throws(DurableFileError) -> OpenFile {
        do {
            return try OpenFile(step.name, in: parent, for: step.isLast ? .directory : .traversing, on: fileSystem)
        } catch .notADirectory, .tooManyLinks {
            throw .insecure(.notADirectory(step.name))
        } catch {
            throw fileSystem.failure(error, toOpen: step.name, in: parent)
        }
    }

    private func make(_ step: Step, in parent: borrowing OpenFile) throws(DurableFileError) {
        do {
            try fileSystem.makeDirectory(step.name, in: parent.descriptor)
        } catch .alreadyExists {
            return  // another process has created it
        } catch {
            throw .unavailable(error)
        }
    }

    private func synchronizeNames(of directory: borrowing OpenFile) throws(DurableFileError) {
        let descriptor = directory.descriptor
        try reporting(try OpenFile(".", in: descriptor, for: .directory, on: fileSystem).synchronize())
    }
}

/// Whether `name` is a single path component, short enough to leave room for the names of temporary files.
func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 200 && !name.utf8.contains(0)
        && !name.utf8.contains(UInt8(ascii: "/"))
}
