import Foundation
import Networking
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A request of an operation by one of the two in a ``BlockWorld``.
struct BlockRequest: CustomStringConvertible, Sendable {
    let look: BlockLook
    let handler: Contract.RouteHandler
    let filling: AuthorizationRequest.Identifiers

    typealias Fields = [(name: String, value: String)]

    /// What the request names: all else that could fill one is not in it.
    private var named: AuthorizationRequest.Identifiers {
        let parameters = BlockRow.parameters(of: handler)
        return filling.filter { parameters.contains($0.key) }
    }

    var description: String {
        "\(handler.operation) by \(BlockWorld.names[look.viewer]) of \(named.map { look.world.name($0, $1) })"
    }

    /// Every request of an operation by a viewer.
    static func all(_ handler: Contract.RouteHandler, _ look: BlockLook) -> [BlockRequest] {
        look.fillings(of: handler).map { BlockRequest(look: look, handler: handler, filling: $0) }
    }

    /// The same in another world.
    func moved(to world: BlockWorld) -> BlockRequest {
        BlockRequest(look: BlockLook(world: world, viewer: look.viewer), handler: handler, filling: filling)
    }

    func send(
        query: String = "", fields: Fields = [], of filling: AuthorizationRequest.Identifiers? = nil
    ) async throws -> HTTPResponse {
        let token = [(name: "Authorization", value: "Bearer \(look.me.token.reveal)")]
        let server = look.world.server
        var request = try #require(
            try await handler.request(by: look.me, filling ?? self.filling, on: server, fields: fields + token))
        if !query.isEmpty { request.url = try #require(URL(string: request.url.absoluteString + query)) }
        return await server.backend.respond(to: request, origin: "192.0.2.1")
    }

    /// All of a log that is kept, or as much of a list as fits a page.
    func sendForAll() async throws -> HTTPResponse {
        try await send(query: handler.operation == "readEvents" ? look.allEvents() : "")
    }

    /// Whether the request names anything that a block hides.
    var isOfHidden: Bool { !look.unknown(filling, of: handler).isEmpty }

    /// What an archive and points hold of what callers have done themselves, and at which meetups, whosever these were.
    private static let ownPast: Set = ["exportMe", "listPoints"]

    func traces(in response: HTTPResponse) -> [String] {
        let traces = look.traces(in: response, to: named)
        guard Self.ownPast.contains(handler.operation) else { return traces }
        return traces.filter { !$0.hasPrefix("post_id") }
    }

    /// What there is for the viewer no more is to the last byte like what never existed, and like what was erased.
    ///
    /// - Parameter known: responses about what never existed, each of which is asked for once.
    /// - Returns: whether there was anything to compare.
    @discardableResult func expectUnknown(fields: Fields = [], known: inout [String: [String]]) async throws -> Bool {
        let others = look.unknown(filling, of: handler)
        guard !others.isEmpty, handler.blockRow?.isCompared == true else { return false }
        let response = try await send(fields: fields)
        for unknown in others {
            let named = BlockRow.parameters(of: handler).map { unknown[$0] ?? "" }
            let key = "\(handler.operation) \(look.viewer) \(named) \(fields)"
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

    /// A response may say again what its request has named.
    private func renamed(_ bytes: [String], as unknown: AuthorizationRequest.Identifiers) -> [String] {
        var bytes = bytes
        for (name, id) in filling where unknown[name] != id {
            bytes = bytes.map { $0.contains(id) ? $0.replacing(id, with: unknown[name] ?? "") : $0 }
        }
        return bytes
    }
}

extension BlockLook {
    /// The query of all events that are kept.
    func allEvents() async throws -> String {
        let id = me.id
        let head = try await world.server.store.read { try LogHead.of(id, in: $0) }
        return "?after=\(head?.epoch ?? "")%3A\(head?.floor ?? 0)"
    }
}

extension BlockWorld {
    /// Whose a thing is, for a message.
    func name(_ kind: String, _ id: String) -> String {
        let kind = kind == "invitee_id" ? "user_id" : kind
        for (number, things) in own.enumerated() {
            if let place = things[kind]?.firstIndex(of: id) { return "\(kind) \(place) of \(Self.names[number])" }
        }
        return between[kind]?.contains(id) == true ? "\(kind) between them" : "common \(kind)"
    }
}
