import DurableFiles

/// The nodes, names and descriptors of a simulated disk.
struct SimulatedDiskState {
    struct Node {
        var kind: FileStatus.Kind
        var owner: UInt32
        var mode: UInt32
        var bytes: [UInt8] = []
        var names: [String: Int] = [:]
        var synchronizedBytes: [UInt8] = []
        var synchronizedNames: [String: Int] = [:]
        /// Set by a failed synchronization: the kernel considers the lost bytes clean from then on.
        var hasLostBytes = false
    }

    private struct Descriptor {
        let node: Int
        var offset = 0
    }

    private(set) var calls: [String] = []
    var faults: [Int: SimulatedDisk.Fault] = [:]
    var permanentError: SystemError?
    var transferLimit = Int.max

    private var isDown = false
    private var nodes: [Node]
    private var descriptors: [Int32: Descriptor] = [:]
    private var nextDescriptor: Int32 = 3
    private var lockHolders: [Int: [Int32: LockKind]] = [:]

    init(user: UInt32) {
        let home = ["home": 1]
        nodes = [
            Node(kind: .directory, owner: 0, mode: 0o755, names: home, synchronizedNames: home),
            Node(kind: .directory, owner: user, mode: 0o700),
        ]
    }

    mutating func begin(_ call: String) throws(SystemError) {
        guard !isDown else { throw .deviceFailed }
        calls.append(call)
        if let permanentError { throw permanentError }
        switch faults.removeValue(forKey: calls.count - 1) {
        case nil: return
        case .error(let error): throw error
        case .crash:
            isDown = true
            // A crash during a write leaves half of its bytes in the file. A crash during any other call leaves no
            // effect.
            guard call == "write" else { throw .deviceFailed }
        }
    }

    mutating func restartProcess() {
        isDown = false
        descriptors = [:]
        lockHolders = [:]
    }

    mutating func restartMachine(keepingNames: Bool, keepingBytes: Bool) {
        restartProcess()
        for index in nodes.indices {
            if keepingNames {
                nodes[index].synchronizedNames = nodes[index].names
            } else {
                nodes[index].names = nodes[index].synchronizedNames
            }
            if keepingBytes && !nodes[index].hasLostBytes {
                nodes[index].synchronizedBytes = nodes[index].bytes
            } else {
                nodes[index].bytes = nodes[index].synchronizedBytes
            }
        }
    }

    func node(at path: String) -> Node? {
        index(at: path).map { nodes[$0] }
    }

    func files(in path: String) -> [String: [UInt8]]? {
        node(at: path)?.names.mapValues { nodes[$0].bytes }
    }

    mutating func plant(_ bytes: [UInt8], as name: String, in path: String, owner: UInt32, mode: UInt32) {
        guard let directory = index(at: path) else { return }
        nodes.append(Node(kind: .file, owner: owner, mode: mode, bytes: bytes, synchronizedBytes: bytes))
        nodes[directory].names[name] = nodes.count - 1
        nodes[directory].synchronizedNames[name] = nodes.count - 1
    }

    private func index(at path: String) -> Int? {
        var current = 0
        for name in path.split(separator: "/") {
            guard let next = nodes[current].names[String(name)] else { return nil }
            current = next
        }
        return current
    }
}

extension SimulatedDiskState {
    mutating func open(
        _ name: String, in directory: Int32?, for purpose: OpenPurpose, user: UInt32
    ) throws(SystemError) -> Int32 {
        let parent = try directory.map { (value) throws(SystemError) in try self[value].node } ?? 0
        let existing = name == "/" || name == "." ? parent : nodes[parent].names[name]
        let node: Int
        switch (existing, purpose) {
        case (_?, .creating), (_?, .creatingJournal): throw .alreadyExists
        case (let existing?, .traversing), (let existing?, .directory):
            guard nodes[existing].kind == .directory else { throw .notADirectory }
            node = existing
        case (let existing?, _): node = existing
        case (nil, .creating), (nil, .creatingJournal), (nil, .creatingLock):
            nodes.append(Node(kind: .file, owner: user, mode: 0o600))
            node = nodes.count - 1
            nodes[parent].names[name] = node
        case (nil, _): throw .notFound
        }
        defer { nextDescriptor += 1 }
        descriptors[nextDescriptor] = Descriptor(node: node)
        return nextDescriptor
    }

    mutating func makeDirectory(_ name: String, in directory: Int32, user: UInt32) throws(SystemError) {
        let parent = try self[directory].node
        guard nodes[parent].names[name] == nil else { throw .alreadyExists }
        nodes.append(Node(kind: .directory, owner: user, mode: 0o700))
        nodes[parent].names[name] = nodes.count - 1
    }

    func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        status(of: nodes[try self[descriptor].node])
    }

    func status(of name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        guard let node = nodes[try self[directory].node].names[name] else { throw .notFound }
        return status(of: nodes[node])
    }

    private func status(of node: Node) -> FileStatus {
        FileStatus(
            kind: node.kind, owner: node.owner, mode: node.mode, links: 1, size: Int64(node.bytes.count))
    }

    func names(in directory: Int32) throws(SystemError) -> [String] {
        nodes[try self[directory].node].names.keys.sorted()
    }

    mutating func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        let open = try self[descriptor]
        let bytes = Array(nodes[open.node].bytes.dropFirst(open.offset).prefix(min(count, transferLimit)))
        descriptors[descriptor]?.offset += bytes.count
        return bytes
    }

    mutating func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
        let open = try self[descriptor]
        let taken = bytes.prefix(isDown ? bytes.count / 2 : transferLimit)
        nodes[open.node].bytes.append(contentsOf: taken)
        guard !isDown else { throw .deviceFailed }
        return taken.count
    }

    mutating func setMode(_ mode: UInt32, of descriptor: Int32) throws(SystemError) {
        nodes[try self[descriptor].node].mode = mode
    }

    mutating func truncate(_ descriptor: Int32, to length: Int) throws(SystemError) {
        let node = try self[descriptor].node
        nodes[node].bytes = Array(nodes[node].bytes.prefix(length))
        // The kernel discards the pages that it considers clean but has not written.
        if nodes[node].bytes == nodes[node].synchronizedBytes { nodes[node].hasLostBytes = false }
    }

    mutating func synchronize(_ descriptor: Int32) throws(SystemError) {
        let node = try self[descriptor].node
        nodes[node].synchronizedNames = nodes[node].names
        if !nodes[node].hasLostBytes { nodes[node].synchronizedBytes = nodes[node].bytes }
    }

    mutating func loseUnsynchronizedBytes(of descriptor: Int32) {
        guard !isDown, let node = descriptors[descriptor]?.node else { return }
        nodes[node].hasLostBytes = nodes[node].bytes != nodes[node].synchronizedBytes
    }

    mutating func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        let parent = try self[directory].node
        guard let node = nodes[parent].names.removeValue(forKey: name) else { throw .notFound }
        nodes[parent].names[newName] = node
    }

    mutating func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        let parent = try self[directory].node
        guard nodes[parent].names.removeValue(forKey: name) != nil else { throw .notFound }
    }

    mutating func tryLock(_ descriptor: Int32, _ kind: LockKind) throws(SystemError) -> Bool {
        let node = try self[descriptor].node
        // A conversion releases the lock first, as on Linux.
        lockHolders[node]?[descriptor] = nil
        let others = lockHolders[node, default: [:]].values
        guard kind == .shared ? !others.contains(.exclusive) : others.isEmpty else { return false }
        lockHolders[node, default: [:]][descriptor] = kind
        return true
    }

    mutating func unlock(_ descriptor: Int32) {
        guard let node = descriptors[descriptor]?.node else { return }
        lockHolders[node]?[descriptor] = nil
    }

    mutating func close(_ descriptor: Int32) {
        unlock(descriptor)
        descriptors[descriptor] = nil
    }

    private subscript(_ descriptor: Int32) -> Descriptor {
        get throws(SystemError) {
            guard let open = descriptors[descriptor] else { throw .badDescriptor }
            return open
        }
    }
}
