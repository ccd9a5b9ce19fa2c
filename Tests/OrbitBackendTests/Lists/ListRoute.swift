import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// An operation of the contract that responds with a list, as requested by one person.
struct ListRoute: Sendable {
    let operation: Contract.Operation
    let path: String
    /// The member of the data that holds the elements.
    let member: String
    let viewer: Member

    /// Each way to fill the path of an operation from a world; empty if the operation does not respond with a list.
    static func all(_ operation: Contract.Operation, in world: ListWorld, _ contract: Contract) throws -> [ListRoute] {
        guard let member = try contract.listMember(of: operation) else { return [] }
        var paths = [operation.path]
        while let open = paths.first, let start = open.firstIndex(of: "{"), let end = open.firstIndex(of: "}") {
            let name = String(open[open.index(after: start)..<end])
            paths = paths.flatMap { path in
                (world.things[name] ?? []).map { path.replacing("{\(name)}", with: $0) }
            }
        }
        return world.viewers.flatMap { viewer in
            paths.map { ListRoute(operation: operation, path: $0, member: member, viewer: viewer) }
        }
    }

    /// How many elements a page has, and how many store calls it takes.
    func read(limit: Int, _ server: TestServer, _ store: CountingStore) async throws -> (elements: Int, calls: Int) {
        store.reset()
        let response = try await server.deferringWork {
            try await server.send(.get, "\(path)?limit=\(limit)", token: viewer.token)
        }
        return (response.data?[member]?.elements.count ?? 0, store.calls)
    }
}

extension Contract {
    /// The name of the list in the data of an operation; `nil` if the operation does not respond with a list.
    func listMember(of operation: Operation) throws -> String? {
        guard operation.method == "GET", let response = try response(of: operation, status: 200),
            let schema = response["content"]?["application/json"]?["schema"],
            let data = try members(of: schema)["data"]
        else { return nil }
        return try members(of: data).filter { try resolved($0.value)["type"]?.string == "array" }.keys.min()
    }

    /// The properties of a schema, those of its parts included.
    private func members(of schema: JSONValue) throws -> [String: JSONValue] {
        let schema = try resolved(schema)
        return try (schema["allOf"]?.elements ?? []).reduce(into: schema["properties"]?.members ?? [:]) {
            $0.merge(try members(of: $1)) { first, _ in first }
        }
    }
}
