/// The system calls of a durable file, one method each. A test can fail any call, or cut the power between two calls.
///
/// Descriptors are plain numbers. `OpenFile` owns them.
package protocol FileSystem: Sendable {
    var effectiveUser: UInt32 { get }

    /// Opens `name` without following a link. Without a directory, `name` is an absolute path.
    func open(_ name: String, in directory: Int32?, for purpose: OpenPurpose) throws(SystemError) -> Int32
    /// Creates a directory with mode 0700, regardless of the umask.
    func makeDirectory(_ name: String, in directory: Int32) throws(SystemError)
    func status(of descriptor: Int32) throws(SystemError) -> FileStatus
    /// Returns the status of `name`, without following a link.
    func status(of name: String, in directory: Int32) throws(SystemError) -> FileStatus
    func names(in directory: Int32) throws(SystemError) -> [String]
    /// Returns at most `count` bytes. Only an empty result means the end of the file.
    func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8]
    /// Writes bytes and returns their number, possibly fewer than given.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int
    func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError)
    /// Removes the bytes of an open file from `length` on.
    func truncate(_ descriptor: Int32, to length: Int) throws(SystemError)
    /// Returns once the contents (of a directory: the names) survive a power cut.
    func synchronize(_ descriptor: Int32) throws(SystemError)
    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError)
    func unlink(_ name: String, in directory: Int32) throws(SystemError)
    /// Tries to lock an open file. Returns `false` if another open file holds the lock.
    ///
    /// The system releases the lock when its holder dies. An open file that already holds a lock of the other kind may
    /// lose that lock, even if the method returns `false`.
    func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool
    func unlock(_ descriptor: Int32)
    func close(_ descriptor: Int32)
}

package enum OpenPurpose: Sendable {
    /// A directory on the path. Its names are not read.
    case traversing
    /// A directory whose names are read, changed and synchronized.
    case directory
    case reading
    /// A new file, for writing; fails if the name is taken.
    case creating
    /// A journal that exists. It is read from the start, and every write is at the end.
    case journal
    /// A new journal. Every write is at the end; fails if the name is taken.
    case creatingJournal
    /// The lock file, which must exist.
    case locking
    /// The lock file, created if it is missing.
    case creatingLock
}

package enum LockKind: Sendable {
    /// Any number of open files may hold it.
    case shared
    case exclusive
}

package struct FileStatus: Sendable {
    package enum Kind: Sendable { case file, directory, other }

    package let kind: Kind
    package let owner: UInt32
    /// The lower twelve bits: access, sticky, set-id.
    package let mode: UInt32
    package let links: UInt64
    package let size: Int64

    package init(kind: Kind, owner: UInt32, mode: UInt32, links: UInt64, size: Int64) {
        self.kind = kind
        self.owner = owner
        self.mode = mode
        self.links = links
        self.size = size
    }
}
