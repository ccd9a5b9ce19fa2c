/// A directory that only its owner can look into, found along a path that nobody else can bend.
///
/// `base` is a directory of the system or the user that exists already, such as the home directory: if it
/// is missing - an encrypted home that is not mounted - what lies below is unavailable, not absent. What is
/// missing below it is created when it is first written to, with mode 0700.
///
/// Every operation walks the path anew, one component at a time and without following links. Each
/// directory on the way must belong to root or the user, and no one else may write to it, unless it is
/// sticky like `/tmp`. The last must be the user's own and closed to everybody else. (On Apple's systems
/// the walk starts at `base`: a sandboxed process cannot open what is above its container.)
public struct PrivateDirectory: Sendable {
    public let base: String
    /// Relative to `base`.
    public let name: String

    let fileSystem: any FileSystem

    public init(_ name: String, under base: String) {
        self.init(name, under: base, on: POSIXFileSystem())
    }

    package init(_ name: String, under base: String, on fileSystem: any FileSystem) {
        self.name = name
        self.base = base
        self.fileSystem = fileSystem
    }

    public var path: String {
        base.hasSuffix("/") ? base + name : base + "/" + name
    }

    /// Nil if it does not exist and need not.
    func open(creating: Bool) throws(DurableFileError) -> OpenFile? {
        let steps = try steps()
        var directory = try enter(steps[0], in: nil)
        for step in steps.dropFirst() {
            do {
                directory = try enter(step, in: directory.descriptor)
            } catch .unavailable(.notFound) where step.mayBeMissing {
                guard creating else { return nil }
                try make(step, in: directory)
                directory = try enter(step, in: directory.descriptor)
            }
        }
        return directory
    }

    /// Makes the names of the directories below `base` survive a power cut.
    func synchronizePath() throws(DurableFileError) {
        let steps = try steps()
        var directory = try enter(steps[0], in: nil)
        for step in steps.dropFirst() {
            if step.mayBeMissing { try synchronizeNames(of: directory) }
            directory = try enter(step, in: directory.descriptor)
        }
    }

    private struct Step {
        let name: String
        var mayBeMissing = false
        var isLast = false
    }

    private func steps() throws(DurableFileError) -> [Step] {
        let below = name.split(separator: "/").map(String.init)
        let above = base.split(separator: "/").map(String.init)
        guard base.hasPrefix("/"), !below.isEmpty, (above + below).allSatisfy(isFileName) else {
            throw .insecure(.malformedPath)
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

    private func enter(_ step: Step, in parent: Int32?) throws(DurableFileError) -> OpenFile {
        let directory = try open(step, in: parent)
        let status = try directory.status()
        let user = fileSystem.effectiveUser
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
            throw .unavailable(error)
        }
    }

    private func make(_ step: Step, in parent: borrowing OpenFile) throws(DurableFileError) {
        do {
            try fileSystem.makeDirectory(step.name, in: parent.descriptor)
        } catch .alreadyExists {
            return  // another process was faster
        } catch {
            throw .unavailable(error)
        }
    }

    private func synchronizeNames(of directory: borrowing OpenFile) throws(DurableFileError) {
        let descriptor = directory.descriptor
        try reporting(try OpenFile(".", in: descriptor, for: .directory, on: fileSystem).synchronize())
    }
}

/// Whether `name` is one component of a path, short enough to leave room for the names of temporary files.
func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 200 && !name.utf8.contains(0)
        && !name.utf8.contains(UInt8(ascii: "/"))
}
