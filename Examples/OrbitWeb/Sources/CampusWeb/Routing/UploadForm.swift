import Foundation
import PageParts

/// Reads the body of a form with files, `multipart/form-data` of RFC 7578.
struct UploadForm: Sendable {
    /// The maximum number of parts.
    static let maxParts = 32
    /// The maximum number of bytes of the header of one part.
    static let maxHeaderBytes = 2_048
    /// The maximum number of bytes of a text field.
    static let maxTextBytes = 64 * 1_024

    private let boundary: Data

    /// - Parameter contentType: The value of `Content-Type`; `nil` for another media type or without a valid boundary.
    init?(contentType: String) {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        let parameter = contentType.split(separator: ";").dropFirst()
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .first { $0.lowercased().hasPrefix("boundary=") }
        guard let parameter else { return nil }
        let text = parameter.dropFirst("boundary=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        guard (1...70).contains(text.utf8.count) else { return nil }
        boundary = Data("--\(text)".utf8)
    }

    /// Returns the fields and files. A body that is cut off or has other faults gives `nil`.
    func fields(of body: Data) -> FormFields? {
        var form = FormFields()
        guard let start = body.range(of: boundary, in: body.startIndex..<body.endIndex) else { return nil }
        var position = start.upperBound
        for _ in 0..<Self.maxParts {
            if body[position...].starts(with: Data("--".utf8)) { return form }
            guard body[position...].starts(with: Self.lineBreak) else { return nil }
            position += Self.lineBreak.count
            let headerLimit = min(body.endIndex, position + Self.maxHeaderBytes)
            guard let header = body.range(of: Self.emptyLine, in: position..<headerLimit),
                let end = body.range(of: Self.lineBreak + boundary, in: header.upperBound..<body.endIndex),
                let lines = String(bytes: body[position..<header.lowerBound], encoding: .utf8)
            else { return nil }
            add(body[header.upperBound..<end.lowerBound], with: lines, to: &form)
            position = end.upperBound
        }
        return nil
    }

    private static let lineBreak = Data("\r\n".utf8)
    private static let emptyLine = Data("\r\n\r\n".utf8)

    private func add(_ content: Data, with header: String, to form: inout FormFields) {
        guard let line = header.components(separatedBy: "\r\n").first(where: Self.isDisposition),
            let name = Self.parameter("name", of: line)
        else { return }
        if let file = Self.parameter("filename", of: line) {
            // Without a chosen file, a browser sends an empty part.
            if !content.isEmpty { form.files[name] = FormFields.File(name: file, bytes: Data(content)) }
        } else if content.count <= Self.maxTextBytes, let text = String(bytes: content, encoding: .utf8) {
            form.append(name, text)
        }
    }

    private static func isDisposition(_ line: String) -> Bool {
        line.lowercased().hasPrefix("content-disposition:")
    }

    /// Returns a quoted parameter of a header line. Browsers write a quote in a name as `%22`.
    private static func parameter(_ name: String, of line: String) -> String? {
        guard let start = line.range(of: "; \(name)=\""), let end = line[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return String(line[start.upperBound..<end])
    }
}
