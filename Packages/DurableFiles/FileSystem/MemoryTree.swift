/// The directories, files and open descriptors of a ``MemoryFileSystem``.
struct MemoryTree: Sendable {
    private struct Node: Sendable {
        let kind: FileStatus.Kind
        var mode: UInt32
        var bytes: [UInt8] = []
        var names: [String: Int] = [:]
        /// Whether a directory has a name for the node.
        var isLinked = true
    }

    private struct Descriptor: Sendable {
        let node: Int
        var offset = 0
    }

    private static let root = 0

    private var nodes = [Self.root: Node(kind: .directory, mode: 0o700)]
    private var nextNode = 1
    private var descriptors: [Int32: Descriptor] = [:]
    private var nextDescriptor: Int32 = 1
    private var locks: [Int: [Int32: LockKind]] = [:]

    mutating func open(_ name: String, in directory: Int32?, for purpose: OpenPurpose) throws(SystemError) -> Int32 {
        // The only absolute path is the root.
        var parent = Self.root
        if let directory { parent = try node(of: directory) }
        let found = directory == nil || name == "." ? parent : nodes[parent]?.names[name]
        let opened: Int
        switch (found, purpose) {
        case (_?, .creating), (_?, .creatingJournal): throw .alreadyExists
        case (let found?, .traversing), (let found?, .directory):
            guard nodes[found]?.kind == .directory else { throw .notADirectory }
            opened = found
        case (let found?, _): opened = found
        case (nil, .creating), (nil, .creatingJournal), (nil, .creatingLock):
            opened = add(Node(kind: .file, mode: 0o600), as: name, to: parent)
        case (nil, _): throw .notFound
        }
        defer { nextDescriptor += 1 }
        descriptors[nextDescriptor] = Descriptor(node: opened)
        return nextDescriptor
    }

    mutating func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        let parent = try node(of: directory)
        guard nodes[parent]?.names[name] == nil else { throw .alreadyExists }
        _ = add(Node(kind: .directory, mode: 0o700), as: name, to: parent)
    }

    func status(of descriptor: Int32, owner: UInt32) throws(SystemError) -> FileStatus {
        try status(of: try node(of: descriptor), owner: owner)
    }

    func status(of name: String, in directory: Int32, owner: UInt32) throws(SystemError) -> FileStatus {
        let parent = try node(of: directory)
        guard let found = nodes[parent]?.names[name] else { throw .notFound }
        return try status(of: found, owner: owner)
    }

    private func status(of node: Int, owner: UInt32) throws(SystemError) -> FileStatus {
        guard let found = nodes[node] else { throw .badDescriptor }
        return FileStatus(
            kind: found.kind, owner: owner, mode: found.mode, links: found.isLinked ? 1 : 0,
            size: Int64(found.bytes.count))
    }

    func names(in directory: Int32) throws(SystemError) -> [String] {
        let parent = try node(of: directory)
        return (nodes[parent]?.names.keys).map { $0.sorted() } ?? []
    }

    mutating func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        guard let open = descriptors[descriptor], let file = nodes[open.node] else { throw .badDescriptor }
        let bytes = Array(file.bytes.dropFirst(open.offset).prefix(count))
        descriptors[descriptor]?.offset += bytes.count
        return bytes
    }

    /// Appends bytes. New files and journals are only ever written at their end.
    mutating func append(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
        let node = try node(of: descriptor)
        nodes[node]?.bytes.append(contentsOf: bytes)
        return bytes.count
    }

    mutating func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        let node = try node(of: descriptor)
        nodes[node]?.mode = mode
    }

    mutating func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
        let node = try node(of: descriptor)
        guard let count = nodes[node]?.bytes.count, length < count else { return }
        nodes[node]?.bytes.removeSubrange(max(0, length)...)
    }

    mutating func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        let parent = try node(of: directory)
        guard let moved = nodes[parent]?.names.removeValue(forKey: name) else { throw .notFound }
        let replaced = nodes[parent]?.names.updateValue(moved, forKey: newName)
        if let replaced { unlink(replaced) }
    }

    mutating func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        let parent = try node(of: directory)
        guard let removed = nodes[parent]?.names.removeValue(forKey: name) else { throw .notFound }
        unlink(removed)
    }

    mutating func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
        let node = try node(of: descriptor)
        let others = locks[node, default: [:]].filter { $0.key != descriptor }.values
        guard kind == .shared ? !others.contains(.exclusive) : others.isEmpty else { return false }
        locks[node, default: [:]][descriptor] = kind
        return true
    }

    mutating func unlock(_ descriptor: Int32) {
        guard let node = descriptors[descriptor]?.node else { return }
        locks[node]?[descriptor] = nil
        if locks[node]?.isEmpty == true { locks[node] = nil }
    }

    mutating func close(_ descriptor: Int32) {
        unlock(descriptor)
        guard let closed = descriptors.removeValue(forKey: descriptor) else { return }
        removeIfUnused(closed.node)
    }

    private mutating func add(_ node: Node, as name: String, to parent: Int) -> Int {
        defer { nextNode += 1 }
        nodes[nextNode] = node
        nodes[parent]?.names[name] = nextNode
        return nextNode
    }

    private mutating func unlink(_ node: Int) {
        nodes[node]?.isLinked = false
        removeIfUnused(node)
    }

    /// Removes a node without a name and without an open descriptor.
    private mutating func removeIfUnused(_ node: Int) {
        guard nodes[node]?.isLinked == false, !descriptors.values.contains(where: { $0.node == node }) else { return }
        nodes[node] = nil
    }

    private func node(of descriptor: Int32) throws(SystemError) -> Int {
        guard let open = descriptors[descriptor] else { throw .badDescriptor }
        return open.node
    }
}
