import Foundation

/// The fields of a form or of a query, in order.
public struct FormFields: Hashable, Sendable {
    /// The content of a chosen file.
    public struct File: Hashable, Sendable {
        /// The name of the file on the device of its sender. Do not use it as a path.
        public let name: String
        /// The content.
        public let bytes: Data

        /// Creates a file.
        public init(name: String, bytes: Data) { (self.name, self.bytes) = (name, bytes) }
    }

    /// The maximum number of fields.
    public static let maxFields = 1_000

    /// The names and values, in the order of the form.
    public private(set) var fields: [(name: String, value: String)] = []
    /// The chosen files by field name. A field without a chosen file is absent.
    public var files: [String: File] = [:]

    /// Creates a form without fields.
    public init() {}

    /// Creates a form with fields.
    public init(_ fields: [(name: String, value: String)]) { self.fields = fields }

    /// Reads `application/x-www-form-urlencoded` text. Fields beyond ``maxFields`` and fields that are not UTF-8 are left
    /// out.
    public init(encoded text: String) {
        for item in text.split(separator: "&", maxSplits: Self.maxFields).prefix(Self.maxFields) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                continue
            }
            append(name, value)
        }
    }

    /// Appends a field. A field beyond ``maxFields`` is left out.
    public mutating func append(_ name: String, _ value: String) {
        guard fields.count < Self.maxFields else { return }
        // A browser sends a line break of a text area as two characters.
        fields.append((name, value.replacingOccurrences(of: "\r\n", with: "\n")))
    }

    /// Returns the first value of a field; empty without the field.
    public subscript(_ name: String) -> String { value(name) ?? "" }

    /// Returns the first value of a field.
    public func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns all values of a field.
    public func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// Whether the field is present, such as a checked box.
    public func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// Returns the first value of a field as a number.
    public func integer(_ name: String) -> Int? { value(name).flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } }

    /// Returns the first value of a field as a finite number. A comma is also a decimal point.
    public func number(_ name: String) -> Double? {
        value(name).flatMap { text in
            Double(text.replacingOccurrences(of: ",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// Whether two forms have equal fields in the same order, and equal files.
    public static func == (left: Self, right: Self) -> Bool {
        left.files == right.files
            && left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes the fields and the files.
    public func hash(into hasher: inout Hasher) {
        for field in fields {
            hasher.combine(field.name)
            hasher.combine(field.value)
        }
        hasher.combine(files)
    }

    private static func decoded(_ text: some StringProtocol) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
