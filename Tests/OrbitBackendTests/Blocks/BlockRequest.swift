import Foundation
import Networking
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A request for an operation by one of the two people in a ``BlockWorld``.
struct BlockRequest: CustomStringConvertible, Sendable {
    let perspective: BlockPerspective
    let operation: Contract.Operation
    let filling: AuthorizationRequest.Identifiers

    typealias Fields = [(name: String, value: String)]

    /// The identifiers that the request contains. The filling may contain others for parameters that the operation
    /// lacks.
    private var named: AuthorizationRequest.Identifiers {
        let parameters = BlockRow.parameters(of: operation)
        return filling.filter { parameters.contains($0.key) }
    }

    var description: String {
        "\(operation.id) by \(BlockWorld.names[perspective.viewer]) of \(named.map { perspective.world.name($0, $1) })"
    }

    /// Every request for an operation by a viewer.
    static func all(_ operation: Contract.Operation, _ perspective: BlockPerspective) -> [BlockRequest] {
        perspective.fillings(of: operation).map {
            BlockRequest(perspective: perspective, operation: operation, filling: $0)
        }
    }

    func send(
        query: String = "", fields: Fields = [], of filling: AuthorizationRequest.Identifiers? = nil
    ) async throws -> HTTPResponse {
        let token = [(name: "Authorization", value: "Bearer \(perspective.me.token.reveal)")]
        let server = perspective.world.server
        let valid = try await operation.request(
            by: perspective.me, filling ?? self.filling, on: server, fields: fields + token)
        var request = try #require(valid)
        if !query.isEmpty { request.url = try #require(URL(string: request.url.absoluteString + query)) }
        return try await TestCarrier.send(request, to: server.backend, origin: "192.0.2.1")
    }

    /// Sends the request. The response begins with the oldest stored event of a log, or with the first page of a list.
    func sendFromStart() async throws -> HTTPResponse {
        try await send(query: operation.id == "readEvents" ? perspective.allEvents() : "")
    }

    /// Whether the request names anything that a block hides.
    var isOfHidden: Bool { !perspective.unknown(filling, of: operation).isEmpty }

    /// An archive and a list of points contain the caller's own actions and the ids of their meetups, regardless of the
    /// host.
    private static let ownPast: Set = ["exportMe", "listPoints"]

    func traces(in response: HTTPResponse) -> [String] {
        let traces = perspective.traces(in: response, to: named)
        guard Self.ownPast.contains(operation.id) else { return traces }
        return traces.filter { !$0.hasPrefix("post_id") }
    }

    /// Expects that a hidden thing and a thing that never existed or was erased get the same response, to the last
    /// byte.
    ///
    /// - Parameters:
    ///   - fields: Additional header fields.
    ///   - known: Responses about ids that never existed, to send each request only once.
    /// - Returns: Whether there was a response to compare.
    @discardableResult func expectUnknown(fields: Fields = [], known: inout [String: [String]]) async throws -> Bool {
        let others = perspective.unknown(filling, of: operation)
        guard !others.isEmpty, operation.blockRow?.isCompared == true else { return false }
        let response = try await send(fields: fields)
        for unknown in others {
            let named = BlockRow.parameters(of: operation).map { unknown[$0] ?? "" }
            let key = "\(operation.id) \(perspective.viewer) \(named) \(fields)"
            let nothing: [String]
            if let bytes = known[key] {
                nothing = bytes
            } else {
                nothing = try await send(fields: fields, of: unknown).bytes
                known[key] = nothing
            }
            #expect(renamed(response.bytes, as: unknown) == nothing, "\(self)")
        }
        return true
    }

    /// Replaces the ids of the request in a response. A response may repeat them.
    private func renamed(_ bytes: [String], as unknown: AuthorizationRequest.Identifiers) -> [String] {
        var bytes = bytes
        for (name, id) in filling where unknown[name] != id {
            bytes = bytes.map { $0.contains(id) ? $0.replacing(id, with: unknown[name] ?? "") : $0 }
        }
        return bytes
    }
}

extension BlockPerspective {
    /// The query for all stored events.
    func allEvents() async throws -> String {
        let id = me.id
        let head = try await world.server.store.read { try LogHead.of(id, in: $0) }
        return "?after=\(head?.epoch ?? "")%3A\(head?.floor ?? 0)"
    }
}

extension BlockWorld {
    /// The owner and the kind of a thing, for a failure message.
    func name(_ kind: String, _ id: String) -> String {
        let kind = kind == "invitee_id" ? "user_id" : kind
        for (number, things) in own.enumerated() {
            if let place = things[kind]?.firstIndex(of: id) { return "\(kind) \(place) of \(Self.names[number])" }
        }
        return between[kind]?.contains(id) == true ? "\(kind) between them" : "\(kind) of the third person"
    }
}
