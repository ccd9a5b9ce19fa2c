import Foundation

/// A record of the file of an outbox.
enum OutboxRecord: Sendable {
    /// The first record: the account, and the lowest sequence that was not used before the file was written.
    case header(account: String, nextSequence: UInt64)
    case added(OutboxEntry)
    case edited(UInt64, payload: Data)
    case rejected(UInt64, OutboxRejection)
    case retried(UInt64)
    case acknowledged(UInt64)
    /// The entry was cancelled, or the user removed it after it had been rejected.
    case removed(UInt64)
    /// The entries may leave the device from now on.
    case attempting([UInt64])
    /// The entries have not left the device after all.
    case unsent([UInt64])

    /// The version of the records. Older versions of the app leave newer files unchanged.
    static let version: UInt16 = 1

    /// The record as bytes.
    var encoded: Data {
        var bytes = RecordBytes()
        switch self {
        case .header(let account, let nextSequence):
            bytes.begin(0)
            bytes.append(Self.version)
            bytes.append(account)
            bytes.append(nextSequence)
        case .added(let entry):
            bytes.begin(1)
            bytes.append(entry)
        case .edited(let sequence, let payload):
            bytes.begin(2, sequence)
            bytes.append(payload)
        case .rejected(let sequence, let rejection):
            bytes.begin(3, sequence)
            bytes.append(rejection.code)
            bytes.append(rejection.reason)
        case .retried(let sequence): bytes.begin(4, sequence)
        case .acknowledged(let sequence): bytes.begin(5, sequence)
        case .removed(let sequence): bytes.begin(6, sequence)
        case .attempting(let sequences):
            bytes.begin(7)
            bytes.append(sequences)
        case .unsent(let sequences):
            bytes.begin(8)
            bytes.append(sequences)
        }
        return bytes.data
    }

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - account: The account of the outbox, which entries do not repeat.
    init(decoding data: Data, account: String) throws(OutboxError) {
        var bytes = RecordReader(data)
        switch try bytes.number(UInt8.self) {
        case 0:
            let version = try bytes.number(UInt16.self)
            guard version == Self.version else { throw .newerVersion(version) }
            self = .header(account: try bytes.text(), nextSequence: try bytes.sequence())
        case 1: self = .added(try bytes.entry(account: account))
        case 2: self = .edited(try bytes.sequence(), payload: try bytes.data())
        case 3:
            let sequence = try bytes.sequence()
            self = .rejected(sequence, OutboxRejection(code: try bytes.text(), reason: try bytes.text()))
        case 4: self = .retried(try bytes.sequence())
        case 5: self = .acknowledged(try bytes.sequence())
        case 6: self = .removed(try bytes.sequence())
        case 7: self = .attempting(try bytes.list { reader throws(OutboxError) in try reader.sequence() })
        case 8: self = .unsent(try bytes.list { reader throws(OutboxError) in try reader.sequence() })
        default: throw .unreadableRecord
        }
        guard bytes.isAtEnd else { throw .unreadableRecord }
    }
}
