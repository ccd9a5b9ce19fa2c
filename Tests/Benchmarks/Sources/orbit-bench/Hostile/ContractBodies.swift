import Networking

/// The bodies of the operations that ``HostileBodies`` does not list, made from the schemas in `Docs/openapi`.
///
/// Each body has one costly member, and short values of the required members beside it.
struct ContractBodies {
    private struct Operation {
        let method: HTTPMethod
        let path: String
        /// `nil` if the body is not JSON.
        let schema: JSONValue?

        var route: String { "\(method.rawValue) \(path)" }
    }

    /// A template of ``HostileBodies``, with the element that fills its list.
    private struct Template {
        let json: String
        var element: String?
    }

    private static let text = #""a""#

    private let contract: Contract

    /// Reads the contract of the repository that contains this file.
    init() throws {
        contract = try Contract.current.get()
    }

    /// Returns the bodies of all operations that are not listed.
    ///
    /// - Throws: ``UnexpectedInput`` if the contract lacks a listed operation, or if a schema yields no body.
    func bodies(besides listed: [HostileBodies]) throws -> [HostileBodies] {
        let operations = try operations()
        let routes = Set(listed.map(\.route))
        let unknown = routes.subtracting(operations.map(\.route)).sorted()
        guard unknown.isEmpty else {
            throw UnexpectedInput("The contract has no body for \(unknown.joined(separator: ", ")).")
        }
        var bodies: [HostileBodies] = []
        for operation in operations where !routes.contains(operation.route) && operation.route != HostilePhoto.route {
            let templates = try operation.schema.map { try self.templates(of: $0) } ?? []
            guard !templates.isEmpty else {
                throw UnexpectedInput("The schema of \(operation.route) yields no body: add it to HostileBodies.")
            }
            bodies += templates.map {
                HostileBodies(operation.method, operation.path, [$0.json], element: $0.element)
            }
        }
        return bodies
    }

    /// The operations with a body, in an order that never changes.
    private func operations() throws -> [Operation] {
        try contract.operations.sorted { ($0.path, $0.method) < ($1.path, $1.method) }.compactMap { described in
            guard let method = HTTPMethod(rawValue: described.method), let body = described.body["requestBody"] else {
                return nil
            }
            let schema = try contract.resolved(body)["content"]?["application/json"]?["schema"]
            return Operation(method: method, path: described.path, schema: schema)
        }
    }

    /// The members of an object and the names of those that are required, with those of `allOf`.
    private func members(of schema: JSONValue) throws -> (all: [String: JSONValue], required: Set<String>) {
        let schema = try contract.resolved(schema)
        var all = schema["properties"]?.members ?? [:]
        var required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
        for part in schema["allOf"]?.elements ?? [] {
            let members = try members(of: part)
            all.merge(members.all) { own, _ in own }
            required.formUnion(members.required)
        }
        return (all, required)
    }

    /// One template for each text, number, Boolean value and list.
    private func templates(of schema: JSONValue) throws -> [Template] {
        let schema = try contract.resolved(schema)
        switch schema["type"]?.string {
        case "string", "integer", "number", "boolean": return [Template(json: "%")]
        case "array":
            let element = try sample(of: schema["items"] ?? .null)
            return [Template(json: "%%", element: element == Self.text ? nil : element)]
        default:
            let members = try members(of: schema)
            var templates: [Template] = []
            for (name, member) in members.all.sorted(by: { $0.key < $1.key }) {
                let others = try samples(of: members.required.subtracting([name]), in: members.all)
                for costly in try self.templates(of: member) {
                    let json = "{" + (others + ["\"\(name)\":\(costly.json)"]).joined(separator: ",") + "}"
                    templates.append(Template(json: json, element: costly.element))
                }
            }
            return templates
        }
    }

    /// A short value, as JSON.
    private func sample(of schema: JSONValue) throws -> String {
        let schema = try contract.resolved(schema)
        switch schema["type"]?.string {
        case "string": return Self.text
        case "integer", "number": return "1"
        case "boolean": return "true"
        case "array": return "[]"
        default:
            let members = try members(of: schema)
            return "{" + (try samples(of: members.required, in: members.all)).joined(separator: ",") + "}"
        }
    }

    private func samples(of names: Set<String>, in members: [String: JSONValue]) throws -> [String] {
        try names.sorted().compactMap { name in
            try members[name].map { "\"\(name)\":\(try sample(of: $0))" }
        }
    }
}
