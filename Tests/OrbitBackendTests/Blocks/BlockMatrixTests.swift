import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Calls every operation of the contract as each of two people, after a block between them. Before the block, the two
/// people have interacted in every way; see ``BlockWorld``.
@Suite struct BlockMatrixTests {
    /// The connection of two people, and the person who blocks.
    struct Case: CustomTestStringConvertible, Sendable {
        let connection: BlockWorld.Connection
        let blocker: Int

        var testDescription: String { "\(connection), blocked by \(BlockWorld.names[blocker])" }

        static let all = BlockWorld.Connection.allCases.flatMap { connection in
            (0..<2).map { Case(connection: connection, blocker: $0) }
        }
    }

    private let contract: Contract
    /// The operations that the two people call.
    private let operations: [Contract.Operation]

    init() throws {
        contract = try Contract.current.get()
        operations = contract.operations.filter { operation in
            if case .outside = operation.blockRow { false } else { true }
        }.sorted { $0.id < $1.id }
    }

    /// Whether a connection can affect an operation. The worlds differ only in the connection.
    private func covers(_ operation: Contract.Operation, _ connection: BlockWorld.Connection) -> Bool {
        connection == .match
            || !FeatureFixture.all.contains {
                $0.blockMatrix.isIndependentOfConnection(operation.id, at: operation.path)
            }
    }

    private func operations(_ connection: BlockWorld.Connection, isRead: Bool) -> [Contract.Operation] {
        operations.filter { $0.isRead == isRead && covers($0, connection) }
    }

    @Test func `every operation has a row, and every row has an operation`() {
        let operations = contract.operations.map(\.id)
        #expect(Set(operations).symmetricDifference(BlockRow.all.keys) == [])
        for operation in contract.operations {
            switch operation.blockRow {
            case .shows, .silent: #expect(operation.isRead, "\(operation.id)")
            case .acts, .own, .sameForEveryID, .excepted: #expect(!operation.isRead, "\(operation.id)")
            case .outside, nil: break
            }
        }
    }

    /// Shows that the tests after a block can fail.
    @Test func `before a block, reads show both people to each other, and actions find the other's things`()
        async throws
    {
        var told: [String: Set<Int>] = [:]
        for connection in BlockWorld.Connection.allCases {
            let world = try await BlockWorld.with(connection)
            for operation in operations where covers(operation, connection) {
                for viewer in 0..<2 where told[operation.id]?.contains(viewer) != true {
                    let isTold =
                        switch operation.blockRow {
                        case .shows: try await shows(operation, BlockPerspective(world: world, viewer: viewer))
                        case .acts:
                            try await acts(operation, BlockPerspective(world: try await world.copy(), viewer: viewer))
                        default: false
                        }
                    if isTold { told[operation.id, default: []].insert(viewer) }
                }
            }
        }
        for operation in operations {
            switch operation.blockRow {
            case .shows, .acts:
                let isOfConnection = covers(operation, .none)
                let count = told[operation.id]?.count ?? 0
                #expect(count == 2 || isOfConnection && count == 1, "\(operation.id)")
            default: break
            }
        }
    }

    private func shows(_ operation: Contract.Operation, _ perspective: BlockPerspective) async throws -> Bool {
        for request in BlockRequest.all(operation, perspective) {
            let response = try await request.sendFromStart()
            let isImage = operation.id == "readPhoto" && response.status == 200
            if isImage || !perspective.traces(in: response).isEmpty { return true }
        }
        return false
    }

    private func acts(_ operation: Contract.Operation, _ perspective: BlockPerspective) async throws -> Bool {
        for request in BlockRequest.all(operation, perspective) {
            let others = perspective.unknown(request.filling, of: operation)
            var nothing: [[String]] = []
            for unknown in others { nothing.append(try await request.send(of: unknown).bytes) }
            let bytes = try await request.send().bytes
            if !others.isEmpty && !nothing.contains(bytes) { return true }
        }
        return false
    }

    @Test(arguments: Case.all)
    func `after a block, no read shows either person to the other person`(_ one: Case) async throws {
        let world = try await BlockWorld.with(one.connection)
        let requests = (0..<2).flatMap { viewer in
            let perspective = BlockPerspective(world: world, viewer: viewer)
            return operations(one.connection, isRead: true).flatMap { BlockRequest.all($0, perspective) }
        }
        var cursors: [String?] = []
        for request in requests {
            cursors.append(request.isOfHidden ? nil : try await request.send(query: "?limit=1").cursor?.text)
        }
        try await world.block(by: one.blocker)
        var known: [String: [String]] = [:]
        for (request, cursor) in zip(requests, cursors) {
            if try await request.expectUnknown(known: &known) {
                try await request.expectUnknown(fields: [(name: "If-None-Match", value: "*")], known: &known)
            } else {
                try await expectNothing(request, from: cursor)
            }
        }
    }

    /// Reads a whole list page by page, and from a cursor that was created before the block.
    private func expectNothing(_ request: BlockRequest, from cursor: String?) async throws {
        let whole = try await request.sendFromStart()
        #expect(request.traces(in: whole) == [], "\(request)")
        guard let cursor else { return }
        var queries = [Self.page(at: cursor), "?limit=1"]
        var read = 0
        while let query = queries.popLast(), read < 40 {
            read += 1
            let response = try await request.send(query: query)
            #expect(request.traces(in: response) == [], "\(request)\(query)")
            if let next = response.cursor?.text { queries.append(Self.page(at: next)) }
        }
        #expect(read < 40)
    }

    private static func page(at cursor: String) -> String {
        "?limit=1&cursor=\(cursor.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }

    @Test(arguments: Case.all)
    func `after a block, no action shows the other person or reaches their log`(_ one: Case) async throws {
        let blocked = try await BlockWorld.with(one.connection)
        try await blocked.block(by: one.blocker)
        let begin = try await heads(in: blocked)
        var known: [String: [String]] = [:]
        // A refused action changes nothing, so only a successful action needs a new world.
        var world = try await blocked.copy()
        for operation in operations(one.connection, isRead: false) {
            for viewer in 0..<2 where operation.id != "unblockUser" || viewer != one.blocker {
                var isChanged = false
                for request in BlockRequest.all(operation, BlockPerspective(world: world, viewer: viewer)) {
                    try await request.expectUnknown(known: &known)
                    let response = try await request.send()
                    #expect(request.traces(in: response) == [], "\(request)")
                    isChanged = isChanged || response.status < 300
                }
                guard isChanged else { continue }
                try await expectQuietLogs(in: world, after: begin, "what is told of \(operation.id)")
                world = try await blocked.copy()
                known = [:]
            }
        }
        try await expectQuietLogs(in: world, after: begin, "what is told of what is refused")
    }

    private func heads(in world: BlockWorld) async throws -> [LogPosition] {
        let ids = world.pair.map(\.id)
        return try await world.server.store.read { reader in
            try ids.map { try #require(try LogHead.of($0, in: reader)).position }
        }
    }

    private func expectQuietLogs(
        in world: BlockWorld, after begin: [LogPosition], _ comment: Comment
    ) async throws {
        let events = try #require(operations.first { $0.id == "readEvents" })
        for viewer in 0..<2 {
            let log = BlockRequest(
                perspective: BlockPerspective(world: world, viewer: viewer), operation: events, filling: [:])
            let position = begin[viewer]
            let told = try await log.send(query: "?after=\(position.epoch)%3A\(position.seq)")
            #expect(log.traces(in: told) == [], comment)
        }
    }

    @Test(arguments: [BlockWorld.Connection.none, .poke, .match])
    func `a request from before a block, repeated after it, contains no trace of the blocker`(
        _ connection: BlockWorld.Connection
    ) async throws {
        let world = try await BlockWorld.with(connection)
        // The test leaves out two operations. After `eraseMe` the caller has no account, and after `blockUser` the two
        // people are already separated. A refused action changes nothing, so only a successful action needs a new
        // world.
        var copy = try await world.copy()
        for operation in operations(connection, isRead: false) where !["eraseMe", "blockUser"].contains(operation.id) {
            for viewer in 0..<2 {
                let perspective = BlockPerspective(world: copy, viewer: viewer)
                var requests: [(request: BlockRequest, key: BlockRequest.Fields)] = []
                for (number, request) in BlockRequest.all(operation, perspective).enumerated() {
                    let key = [(name: "Idempotency-Key", value: "again \(number)")]
                    if try await request.send(fields: key).status == 200 { requests.append((request, key)) }
                }
                guard !requests.isEmpty else { continue }
                copy = try await world.copy()
                try await perspective.world.block(by: 1 - viewer)
                for (request, key) in requests {
                    #expect(request.traces(in: try await request.send(fields: key)) == [], "\(request)")
                }
            }
        }
    }

    @Test func `after mutual blocks, both people stay hidden when one block is lifted`() async throws {
        for blocker in 0..<2 {
            let world = try await BlockWorld.with(.match)
            try await world.block(by: blocker)
            try await world.block(by: 1 - blocker)
            try await world.unblock(by: blocker)
            var known: [String: [String]] = [:]
            for viewer in 0..<2 {
                let perspective = BlockPerspective(world: world, viewer: viewer)
                for operation in operations(.match, isRead: true) {
                    for request in BlockRequest.all(operation, perspective)
                    where try await !request.expectUnknown(known: &known) {
                        #expect(request.traces(in: try await request.sendFromStart()) == [], "\(request)")
                    }
                }
            }
        }
    }
}
