import Foundation

extension JSONValue {
    /// What is compared of the body of a response: its data, without what the envelope says of the caller's log; or the
    /// whole body, as text if it is not JSON.
    init(comparing body: String) {
        let json = try? JSONValue(json: Data(body.utf8))  // an image or a calendar
        self = json?["data"] ?? json ?? .string(body)
    }

    /// The places at which this value lacks or contradicts what an earlier one held. Members may have been added.
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
