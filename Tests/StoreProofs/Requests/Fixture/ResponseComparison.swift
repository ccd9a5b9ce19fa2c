import Foundation

extension JSONValue {
    /// The compared part of a response: its data, without the envelope's position of the caller's log. Without data it
    /// is the whole body, as text if it is not JSON.
    init(comparing body: String) {
        let json = try? JSONValue(json: Data(body.utf8))  // an image or a calendar
        self = json?["data"] ?? json ?? .string(body)
    }

    /// Returns the paths at which this value lacks or contradicts a member of an earlier value. Added members are
    /// allowed.
    func losses(of before: JSONValue, at path: String = "$") -> [String] {
        switch (before, self) {
        case (.object(let old), .object(let new)):
            old.sorted { $0.key < $1.key }.flatMap { name, value in
                new[name]?.losses(of: value, at: "\(path).\(name)") ?? ["\(path).\(name)"]
            }
        case (.array(let old), .array(let new)) where old.count == new.count:
            zip(old, new).enumerated().flatMap { index, pair in
                pair.1.losses(of: pair.0, at: "\(path)[\(index)]")
            }
        default: self == before ? [] : [path]
        }
    }
}
