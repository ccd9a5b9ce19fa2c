import BackendRuntime
import Foundation
import Validation

/// A message in the format of RFC 5322, as plain text in UTF-8.
package struct MailMessage: Sendable {
    /// The identifier of the message. All attempts of the backend have the same.
    package let id: String
    /// The bytes of the message, with CRLF line ends.
    package let bytes: Data

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - id: The identifier of the message.
    ///   - sender: The address of the server.
    ///   - recipient: The address of the recipient.
    ///   - subject: The subject, in ASCII and without text of people.
    ///   - text: The text.
    ///   - date: The date of the message.
    package init(
        id: String, from sender: EmailAddress, to recipient: EmailAddress, subject: String, text: String, date: Date
    ) {
        self.id = id
        let name = MailSpool.fileName(of: id)
        let head = [
            "From: Orbit <\(sender.text)>", "To: <\(recipient.text)>", "Subject: \(subject)",
            "Date: \(Self.date(date))", "Message-ID: <\(name)@\(sender.domain.ascii)>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
            // Vacation programs do not respond to it (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        bytes = Data((head.joined(separator: "\r\n") + "\r\n\r\n" + QuotedPrintable.encode(text) + "\r\n").utf8)
    }

    /// Creates the message of the backend.
    init(_ mail: OutgoingMail, from sender: EmailAddress, date: Date) {
        self.init(
            id: mail.id, from: sender, to: mail.recipient, subject: mail.subject, text: mail.text, date: date)
    }

    private static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter.string(from: date)
    }
}

/// The encoding of text in lines of at most 76 ASCII characters (RFC 2045 §6.7).
enum QuotedPrintable {
    private static let maxLine = 75

    static func encode(_ text: String) -> String {
        text.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { encodeLine(Array($0.utf8)) }.joined(separator: "\r\n")
    }

    private static func encodeLine(_ bytes: [UInt8]) -> String {
        var (lines, line) = ("", "")
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
            // A space at the end of a line would be lost.
            let isSpace = (byte == 0x20 || byte == 0x09) && !isLast
            let next = isPlain || isSpace ? String(UnicodeScalar(byte)) : hexadecimal(byte)
            if line.count + next.count > maxLine {
                lines += line + "=\r\n"
                line = ""
            }
            line += next
        }
        return lines + line
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 2 ? "=" + digits : "=0" + digits
    }

    /// Returns the text of an encoded body, for `orbit-server mail`.
    static func decode(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.replacingOccurrences(of: "=\r\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "="), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
