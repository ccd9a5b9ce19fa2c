import Foundation

/// The contract in `Docs/openapi.yaml` and its parts.
struct Contract: Sendable {
    struct Operation: Sendable {
        let method: String
        let path: String
        let body: JSONValue

        var name: String { "\(method) \(path)" }
    }

    struct NoSuchPart: Error {
        let reference: String
    }

    /// The entry document and its parts, by path below `Docs`. Each reference includes the path of its file.
    let files: [String: JSONValue]
    let operations: [Operation]
    /// The targets of all references. They are resolved once, because every response of every test is checked against
    /// the contract.
    private let targets: [String: JSONValue]
    /// The paths, with their segments.
    let patterns: [(path: String, parts: [Substring])]

    static let entry = "openapi.yaml"
    /// The `Docs` folder above this file. Packages at several depths compile this file.
    static let folder: URL = {
        var folder = URL(filePath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.pathComponents.count > 1
            && !FileManager.default.fileExists(atPath: folder.appending(path: "Docs/\(entry)").path)
        return folder.appending(path: "Docs")
    }()

    static let current = Result { try Contract(entry: entry, in: folder) }

    private init(entry: String, in folder: URL) throws {
        var files: [String: JSONValue] = [:]
        var awaited: Set = [entry]
        while let path = awaited.popFirst() {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            var reached: Set<String> = []
            files[path] = Self.rebased(try YAMLReader.value(of: text), in: path, reached: &reached)
            awaited.formUnion(reached.subtracting(files.keys))
        }
        self.files = files
        var targets: [String: JSONValue] = [:]
        for file in files.values { Self.follow(file, in: files, into: &targets) }
        self.targets = targets
        // A path with an unresolvable reference has no operation, and so is missing among the routes.
        operations = (files[entry]?["paths"]?.members ?? [:]).flatMap { path, item in
            (item["$ref"]?.string.map { targets[$0] } ?? item)?.members.map {
                Operation(method: $0.key.uppercased(), path: path, body: $0.value)
            } ?? []
        }
        patterns = Set(operations.map(\.path)).map { ($0, $0.split(separator: "/")) }
    }

    var document: JSONValue { files[Self.entry] ?? .null }

    /// All schemas. A test checks that no two files have a schema of the same name.
    var schemas: [String: JSONValue] {
        files.values.reduce(into: [:]) { $0.merge($1["schemas"]?.members ?? [:]) { first, _ in first } }
    }

    /// Returns a schema of the file that all areas share.
    func shared(schema name: String) -> JSONValue? { files["openapi/common.yaml"]?["schemas"]?[name] }

    /// Returns the value, or the target of its reference.
    func resolved(_ value: JSONValue) throws -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        guard let target = targets[reference] else { throw NoSuchPart(reference: reference) }
        return target
    }

    /// Adds the targets of all references in a value. Unresolvable and circular references are left out.
    private static func follow(
        _ value: JSONValue, in files: [String: JSONValue], into targets: inout [String: JSONValue]
    ) {
        if let reference = value["$ref"]?.string {
            targets[reference] = target(of: reference, in: files)
        }
        for part in value.elements + value.members.values { follow(part, in: files, into: &targets) }
    }

    private static func target(of reference: String, in files: [String: JSONValue], steps: Int = 0) -> JSONValue? {
        let places = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard steps < 10, places.count == 2, places[1].hasPrefix("/") else { return nil }
        var part = files[String(places[0])]
        for name in places[1].split(separator: "/") {
            part = part?[String(name).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
        guard let further = part?["$ref"]?.string else { return part }
        return target(of: further, in: files, steps: steps + 1)
    }

    /// Returns the value with references relative to the folder, and adds the files of these references to `reached`.
    private static func rebased(_ value: JSONValue, in path: String, reached: inout Set<String>) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(elements.map { rebased($0, in: path, reached: &reached) })
        case .object(var members):
            for (name, member) in members {
                if name == "$ref", let reference = member.string, let hash = reference.firstIndex(of: "#") {
                    let file = String(reference[..<hash])
                    let here = URL(filePath: "/" + path).deletingLastPathComponent()
                    let absolute = here.appending(path: file).standardized.path(percentEncoded: false)
                    let target = file.isEmpty ? path : String(absolute.dropFirst())
                    reached.insert(target)
                    members[name] = .string(target + reference[hash...])
                } else {
                    members[name] = rebased(member, in: path, reached: &reached)
                }
            }
            return .object(members)
        case .null, .boolean, .number, .string:
            return value
        }
    }
}
