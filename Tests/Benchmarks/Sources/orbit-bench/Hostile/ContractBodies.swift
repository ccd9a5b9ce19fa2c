import Foundation
import Networking

/// The bodies of the operations that ``HostileBodies`` does not list, made from the schemas in `Docs/openapi`.
///
/// Each body has one costly member, and short values of the required members beside it.
struct ContractBodies {
    private struct Operation {
        let method: HTTPMethod
        let path: String
        /// `nil` if the body is not JSON.
        let schema: Schema?

        var route: String { "\(method.rawValue) \(path)" }
    }

    private struct Schema {
        let value: JSONValue
        /// The file from which its references are resolved.
        let file: String

        var type: String? { value["type"]?.string }
    }

    /// A template of ``HostileBodies``, with the element that fills its list.
    private struct Template {
        let json: String
        var element: String?
    }

    private static let text = #""a""#

    /// The parts of the contract by file name.
    private let files: [String: JSONValue]

    /// Reads the contract of the repository that contains this file.
    init() throws {
        var root = URL(filePath: #filePath)
        while root.pathComponents.count > 1,
            !FileManager.default.fileExists(atPath: root.appending(path: "Docs/openapi").path)
        {
            root.deleteLastPathComponent()
        }
        let parts = try FileManager.default.contentsOfDirectory(
            at: root.appending(path: "Docs/openapi"), includingPropertiesForKeys: nil)
        var files: [String: JSONValue] = [:]
        for part in parts where part.pathExtension == "yaml" {
            files[part.lastPathComponent] = try YAMLReader.value(of: String(contentsOf: part, encoding: .utf8))
        }
        self.files = files
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
        var operations: [Operation] = []
        for (file, part) in files.sorted(by: { $0.key < $1.key }) {
            let paths = part["paths"]?.members ?? [:]
            for (path, item) in paths.sorted(by: { $0.key < $1.key }) {
                for (name, operation) in item.members.sorted(by: { $0.key < $1.key }) {
                    guard let method = HTTPMethod(rawValue: name.uppercased()), let body = operation["requestBody"]
                    else { continue }
                    let content = try resolved(Schema(value: body, file: file))
                    let schema = content.value["content"]?["application/json"]?["schema"].map {
                        Schema(value: $0, file: content.file)
                    }
                    operations.append(Operation(method: method, path: path, schema: schema))
                }
            }
        }
        return operations
    }

    /// The schema, or the target of its reference.
    private func resolved(_ schema: Schema) throws -> Schema {
        guard let reference = schema.value["$ref"]?.string else { return schema }
        let places = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = places[0].isEmpty ? schema.file : String(places[0])
        var part = places.count == 2 ? files[file] : nil
        for name in (places.last ?? "").split(separator: "/") { part = part?[String(name)] }
        guard let target = part else {
            throw UnexpectedInput("\(schema.file) refers to \(reference), which is missing.")
        }
        return try resolved(Schema(value: target, file: file))
    }

    /// The members of an object and the names of those that are required, with those of `allOf`.
    private func members(of schema: Schema) throws -> (all: [String: Schema], required: Set<String>) {
        let schema = try resolved(schema)
        var all: [String: Schema] = [:]
        var required = Set((schema.value["required"]?.elements ?? []).compactMap(\.string))
        for (name, member) in schema.value["properties"]?.members ?? [:] {
            all[name] = Schema(value: member, file: schema.file)
        }
        for part in schema.value["allOf"]?.elements ?? [] {
            let members = try members(of: Schema(value: part, file: schema.file))
            all.merge(members.all) { own, _ in own }
            required.formUnion(members.required)
        }
        return (all, required)
    }

    /// One template for each text, number, Boolean value and list.
    private func templates(of schema: Schema) throws -> [Template] {
        let schema = try resolved(schema)
        switch schema.type {
        case "string", "integer", "number", "boolean": return [Template(json: "%")]
        case "array":
            let items = Schema(value: schema.value["items"] ?? .null, file: schema.file)
            let element = try sample(of: items)
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
    private func sample(of schema: Schema) throws -> String {
        let schema = try resolved(schema)
        switch schema.type {
        case "string": return Self.text
        case "integer", "number": return "1"
        case "boolean": return "true"
        case "array": return "[]"
        default:
            let members = try members(of: schema)
            return "{" + (try samples(of: members.required, in: members.all)).joined(separator: ",") + "}"
        }
    }

    private func samples(of names: Set<String>, in members: [String: Schema]) throws -> [String] {
        try names.sorted().compactMap { name in
            try members[name].map { "\"\(name)\":\(try sample(of: $0))" }
        }
    }
}
