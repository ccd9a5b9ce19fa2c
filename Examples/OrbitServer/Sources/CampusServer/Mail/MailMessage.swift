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
    ///   - expiry: The date from which the message is useless; `nil` if there is none.
    package init(
        id: String, from sender: EmailAddress, to recipient: EmailAddress, subject: String, text: String, date: Date,
        expiry: Date? = nil
    ) {
        self.id = id
        let name = MailSpool.fileName(of: id)
        var head = [
            "From: Orbit <\(sender.text)>", "To: <\(recipient.text)>", "Subject: \(subject)",
            "Date: \(Self.formatter.string(from: date))", "Message-ID: <\(name)@\(sender.domain.ascii)>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
            // Vacation programs do not respond to it (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        if let expiry { head.append(Self.expires + Self.formatter.string(from: expiry)) }
        bytes = Data((head.joined(separator: "\r\n") + "\r\n\r\n" + QuotedPrintable.encode(text) + "\r\n").utf8)
    }

    /// Creates the message of the backend.
    init(_ mail: OutgoingMail, from sender: EmailAddress, date: Date) {
        let expiry: Date? =
            switch mail.content {
            case .verificationCode(_, let minutes): date.addingTimeInterval(TimeInterval(minutes) * 60)
            // A contact has to learn of a missed check-in, however late.
            case .missedCheckIn, .allClear: nil
            }
        self.init(
            id: mail.id, from: sender, to: mail.recipient, subject: mail.subject, text: mail.text, date: date,
            expiry: expiry)
    }
}

extension MailMessage {
    /// The field with the date from which a message is useless (RFC 4021 §2.1.50).
    private static let expires = "Expires: "

    /// Returns the date from which a message in the spool is useless; `nil` if the message does not expire.
    static func expiry(of bytes: Data) -> Date? {
        let text = String(decoding: bytes, as: UTF8.self)
        let head = text.range(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
        return head.components(separatedBy: "\r\n").first { $0.hasPrefix(expires) }
            .flatMap { formatter.date(from: String($0.dropFirst(expires.count))) }
    }

    /// A formatter of dates in RFC 5322.
    private static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter
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
