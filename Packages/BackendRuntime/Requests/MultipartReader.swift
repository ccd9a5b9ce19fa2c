package import Foundation

/// A reader of `multipart/form-data` bodies (RFC 7578). It refuses a body with more than 8 parts, or with more than
/// 4,096 bytes of headers in one part. No form of the API exceeds these limits.
package enum MultipartReader {
    package struct BodyPart: Sendable {
        package let name: String
        package let content: Data
    }

    private static let maxParts = 8
    /// The maximum number of bytes of one part's headers.
    private static let longestHead = 4_096
    /// The valid lengths of a boundary, in bytes (RFC 2046 §5.1.1).
    private static let boundaryLengths = 1...70
    private static let newline = Data("\r\n".utf8)
    private static let headEnd = Data("\r\n\r\n".utf8)

    /// Returns the parts of a body; `nil` if the body is malformed or does not match the boundary. The cost is linear
    /// in the length of the body.
    package static func parts(of body: Data, boundary: String) -> [BodyPart]? {
        guard boundaryLengths.contains(boundary.utf8.count) else { return nil }
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter may be at the very beginning, without its line break.
        let opening = delimiter.dropFirst(newline.count)
        var position: Data.Index
        if body.starts(with: opening) {
            position = body.startIndex + opening.count
        } else if let found = body.range(of: delimiter) {
            position = found.upperBound
        } else {
            return nil
        }
        var parts: [BodyPart] = []
        while !body[position...].starts(with: "--".utf8) {
            guard parts.count < maxParts, let start = lineEnd(in: body, from: position),
                let end = body.range(of: delimiter, in: max(body.startIndex, start - newline.count)..<body.endIndex),
                let part = part(body[start..<max(start, end.lowerBound)])
            else { return nil }
            parts.append(part)
            position = end.upperBound
        }
        return parts
    }

    /// Returns the index after the padding and the line break that end a delimiter.
    private static func lineEnd(in body: Data, from position: Data.Index) -> Data.Index? {
        let start = body[position...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? body.endIndex
        return body[start...].starts(with: newline) ? start + newline.count : nil
    }

    /// Returns a part; `nil` without a name (RFC 7578 §4.2).
    private static func part(_ bytes: Data) -> BodyPart? {
        guard let gap = bytes.prefix(longestHead).range(of: headEnd),
            let head = String(utf8: bytes[..<gap.lowerBound])
        else { return nil }
        for line in head.components(separatedBy: "\r\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, halves[0].lowercased() == "content-disposition" else { continue }
            guard let field = ParameterizedField(halves[1].drop { $0 == " " || $0 == "\t" }),
                field.value == "form-data", let name = field.parameters["name"]
            else { return nil }
            return BodyPart(name: name, content: bytes[gap.upperBound...])
        }
        return nil
    }
}
