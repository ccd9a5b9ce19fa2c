import Foundation

/// Checks values against schemas of the contract. The check is stricter than JSON Schema, because a member without a
/// rule is a fault.
struct SchemaCheck {
    let contract: Contract

    private static let annotations: Set<String> = [
        "description", "examples", "example", "format", "readOnly", "default", "contentMediaType",
    ]

    /// Returns the faults of a value, each with its place.
    ///
    /// - Parameters:
    ///   - value: The value to check.
    ///   - schema: A schema, or a reference to a schema.
    ///   - place: The place of the value, for messages.
    /// - Throws: `Contract.NoSuchPart` if a reference cannot be resolved.
    func faults(in value: JSONValue, against schema: JSONValue, at place: String = "$") throws -> [String] {
        let schema = try contract.resolved(schema)
        var faults: [String] = []
        if let choices = schema["oneOf"]?.elements {
            let met = try choices.count { try self.faults(in: value, against: $0, at: place).isEmpty }
            guard met == 1 else { return ["\(place) is \(met) of the choices"] }
            // The choices have described all members, unless the schema has more rules for them.
            guard schema["properties"] != nil else { return [] }
        }
        for (keyword, rule) in schema.members where !Self.annotations.contains(keyword) {
            let isMet =
                switch keyword {
                case "type": types(rule).contains { Self.is(value, $0) }
                case "const": value == rule
                case "enum": rule.elements.contains(value)
                case "minimum": value.number.map { $0 >= rule.number ?? .infinity } ?? true
                case "maximum": value.number.map { $0 <= rule.number ?? -.infinity } ?? true
                case "minLength": Double(value.string?.count ?? .max) >= rule.number ?? .infinity
                case "maxLength": Double(value.string?.count ?? 0) <= rule.number ?? -.infinity
                case "minItems": Double(value.elements.count) >= rule.number ?? .infinity
                case "maxItems": Double(value.elements.count) <= rule.number ?? -.infinity
                case "maxProperties": Double(value.members.count) <= rule.number ?? -.infinity
                case "required": rule.elements.allSatisfy { value[$0.string ?? ""] != nil }
                case "propertyNames":
                    value.members.keys.allSatisfy { rule["enum"]?.elements.contains(.string($0)) ?? true }
                case "pattern": try value.string?.firstMatch(of: Regex(rule.string ?? "")) != nil
                case "properties", "items", "allOf", "additionalProperties": true  // checked below
                case "oneOf": true  // checked above
                default: false
                }
            if !isMet { faults.append("\(place) breaks \(keyword)") }
        }
        for (index, element) in value.elements.enumerated() {
            guard let items = schema["items"] else { continue }
            faults += try self.faults(in: element, against: items, at: "\(place)[\(index)]")
        }
        let properties = try properties(of: schema, for: value)
        for (name, member) in value.members {
            guard let rule = properties[name] ?? schema["additionalProperties"] else {
                if schema != .object([:]) { faults.append("\(place).\(name) is not in the contract") }
                continue
            }
            faults += try self.faults(in: member, against: rule, at: "\(place).\(name)")
        }
        for part in parts(of: schema, for: value) {
            for name in try contract.resolved(part)["required"]?.elements ?? [] where value[name.string ?? ""] == nil {
                faults.append("\(place).\(name.string ?? "") is missing")
            }
        }
        return faults
    }

    /// Returns the members that the schema and its parts describe for a value.
    func properties(of schema: JSONValue, for value: JSONValue? = nil) throws -> [String: JSONValue] {
        let schema = try contract.resolved(schema)
        return try parts(of: schema, for: value).reduce(into: schema["properties"]?.members ?? [:]) { all, part in
            all.merge(try properties(of: part, for: value)) { first, _ in first }
        }
    }

    /// Returns the parts that apply to a value. A part with an `if` applies as its `then` part if the value has the
    /// required members.
    private func parts(of schema: JSONValue, for value: JSONValue?) -> [JSONValue] {
        (schema["allOf"]?.elements ?? []).compactMap { part in
            guard let condition = part["if"] else { return part }
            let isMet = (condition["properties"]?.members ?? [:]).allSatisfy { value?[$0] == $1["const"] }
            return isMet ? part["then"] : nil
        }
    }

    private func types(_ rule: JSONValue) -> [String] {
        rule.string.map { [$0] } ?? rule.elements.compactMap(\.string)
    }

    private static func `is`(_ value: JSONValue, _ type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("number", .number), ("boolean", .boolean):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
