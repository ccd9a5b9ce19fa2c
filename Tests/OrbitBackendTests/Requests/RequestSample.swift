import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A valid request of an operation by a person of ``AuthorizationWorld``, and bodies that tests change.
struct RequestSample: Sendable {
    let operation: String
    let column: AuthorizationColumn
    let request: HTTPRequest
    /// The body of the request, a body with every member of its schema, and the contract's example. Empty if the body
    /// is not JSON.
    let bodies: [JSONDraft]

    static let columns: [AuthorizationColumn] = [
        .owner, .attendee, .match, .recipient, .stranger, .otherCampus, .incomplete, .moderator, .blocked,
    ]

    /// The samples of the shared world.
    static let all = Task {
        let world = try await AuthorizationWorld.shared.value
        return try await samples(of: world, on: world.copy())
    }

    /// Returns a sample of every operation by each of nine people, in a fixed order. The requests contain no
    /// credential.
    ///
    /// - Parameter server: a server on the store of the world, or on a copy of it.
    static func samples(of world: AuthorizationWorld, on server: TestServer) async throws -> [RequestSample] {
        let contract = try Contract.current.get()
        var samples: [RequestSample] = []
        for operation in contract.operations.sorted(by: { $0.id < $1.id }) {
            let full = try Self.full(of: operation)
            for column in columns {
                let identifiers = try AuthorizationRequest.identifiers(of: operation.id, by: column, in: world)
                let request = try await operation.request(
                    by: world.person(column), identifiers, on: server, fields: [])
                guard let request else { continue }
                let own = try? JSONValue(json: request.body)  // `nil` if the body is not JSON
                samples.append(
                    RequestSample(
                        operation: operation.id, column: column, request: request,
                        bodies: own.map { [JSONDraft($0)] + full } ?? []))
            }
        }
        return samples
    }

    /// Returns one request of every operation that reads JSON, by a person who may call it, in a fixed order. For other
    /// people, an operation may respond before it reads the body.
    static func readingJSON() async throws -> [RequestSample] {
        let samples = try await all.value
        let operations = try Contract.current.get().operations.filter(\.readsJSON)
        return try operations.sorted { $0.id < $1.id }.map { operation in
            let column = try operation.access.who.column
            let sample = samples.first {
                $0.operation == operation.id && $0.column == column && !$0.bodies.isEmpty
            }
            return try #require(sample, "\(operation.id)")
        }
    }

    /// The names of all query parameters.
    static func queryNames(of contract: Contract) throws -> [String] {
        var names: Set<String> = []
        for operation in contract.operations {
            for parameter in operation.body["parameters"]?.elements ?? [] {
                let parameter = try contract.resolved(parameter)
                if parameter["in"]?.string == "query", let name = parameter["name"]?.string { names.insert(name) }
            }
        }
        return names.sorted()
    }

    /// Returns a body with every member of its schema, and the contract's example.
    private static func full(of operation: Contract.Operation) throws -> [JSONDraft] {
        guard let content = operation.body["requestBody"]?["content"]?["application/json"] else { return [] }
        let name = content["schema"]?["$ref"]?.string?.split(separator: "/").last.map(String.init)
        let value = ContractArea.full.first { $0.schema == name }?.value
        let full = try value.map { try JSONValue(json: OrbitJSON.encoder.encode($0)) }
        return [full, content["example"]].compactMap(\.self).map { JSONDraft($0) }
    }
}

extension Contract.Operation {
    fileprivate var readsJSON: Bool { body["requestBody"]?["content"]?["application/json"] != nil }
}

extension RouteHandler {
    /// The handlers of all features, by the operations of the contract.
    static func byOperation(in context: BackendContext) throws -> [String: RouteHandler] {
        let all = Feature.all.flatMap(\.operations).flatMap { $0.init(context: context).handlers }
        let byRoute = Dictionary(all.map { ($0.route.description, $0) }) { first, _ in first }
        return try Contract.current.get().operations.reduce(into: [:]) { $0[$1.id] = byRoute[$1.name] }
    }
}

extension AccessRule.Role {
    /// A person of the world who is this kind of caller.
    fileprivate var column: AuthorizationColumn {
        switch self {
        case .moderator: .moderator
        case .recipient: .recipient
        default: .owner
        }
    }
}
