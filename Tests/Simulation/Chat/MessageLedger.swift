import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// A record of all messages that people have written, independent of client and server. It checks all
/// requests of the devices and all responses of the server.
///
/// Each text occurs in one message only, so a text identifies the message wherever it appears.
// Unchecked, because the scheduler runs all jobs on one thread.
final class MessageLedger: @unchecked Sendable {
    /// A message that the device has confirmed as stored.
    struct Entry: Sendable {
        let client: ClientID
        let sender: UserID
        let device: Int
        let conversation: ConversationID
        /// The first text and those of edits, in order.
        var texts: [String]
        /// Whether the device has confirmed that the message never leaves it.
        var isCancelled = false
        /// Whether a cancellation or deletion has begun, and a crash may have ended it after it was stored.
        var isCancelling = false
        /// Whether the message was refused, and its sender has removed it.
        var isRemoved = false
        /// Whether its sender has deleted it.
        var isDeleted = false
    }

    /// The entries in the order in which the devices have confirmed them.
    private(set) var entries: [Entry] = []

    private let time: VirtualTime
    private let findings: Findings
    private var places: [ClientID: Int] = [:]
    /// The messages whose cancellation a device has confirmed. That can be before the call that wrote the message
    /// returns.
    private var cancelled: Set<ClientID> = []
    /// The messages whose cancellation or deletion has begun, and is not confirmed.
    private var cancelling: Set<ClientID> = []
    /// The messages whose deletion a device has confirmed. That, too, can be before the call that wrote the message
    /// returns.
    private var deleted: Set<ClientID> = []
    /// The texts of edits. An edit can begin before the call that wrote the message returns.
    private var edits: [ClientID: [String]] = [:]
    /// The client ids in requests that have left a device.
    private var left: Set<String> = []
    /// The client ids of messages that the server has refused. A person may edit and then cancel such a message.
    private var refused: Set<String> = []
    /// The texts of deleted messages, with the time of the deletion.
    private var deletedTexts: [String: Duration] = [:]
    private var textCount = 0

    init(time: VirtualTime, findings: Findings) {
        self.time = time
        self.findings = findings
    }

    /// Returns a text that no other message has.
    func newText() -> String {
        textCount += 1
        let digits = String(textCount)
        return textStart + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Returns the message with a client id; `nil` if no device has confirmed it.
    func entry(_ client: ClientID) -> Entry? { places[client].map { entries[$0] } }

    // MARK: The person

    func add(_ entry: Entry) {
        places[entry.client] = entries.count
        entries.append(entry)
        if let texts = edits[entry.client] { change(entry.client) { $0.texts += texts } }
        if cancelled.contains(entry.client) { change(entry.client) { $0.isCancelled = true } }
        if cancelling.contains(entry.client) { change(entry.client) { $0.isCancelling = true } }
        if deleted.contains(entry.client) { change(entry.client) { $0.isDeleted = true } }
    }

    func change(_ client: ClientID, _ change: (inout Entry) -> Void) {
        if let place = places[client] { change(&entries[place]) }
    }

    /// Notes that an edit has begun.
    func edit(_ client: ClientID, to text: String) {
        edits[client, default: []].append(text)
        change(client) { $0.texts.append(text) }
    }

    /// Notes that a cancellation or deletion has begun, or that the device has responded to it. It can begin before the
    /// call that wrote the message returns.
    func setCancelling(_ isCancelling: Bool, _ client: ClientID) {
        if isCancelling { cancelling.insert(client) } else { cancelling.remove(client) }
        change(client) { $0.isCancelling = isCancelling }
    }

    /// Notes that a device has confirmed a cancellation. The message must not leave the device from now on, and must
    /// not have left it before.
    func cancel(_ client: ClientID) {
        findings.reach(.messageCancelled)
        findings.require(
            !left.contains(client.rawValue) || refused.contains(client.rawValue), "cancelled",
            "a message has left the device before it was cancelled")
        cancelled.insert(client)
        change(client) { $0.isCancelled = true }
    }

    /// Notes that a device has confirmed a deletion.
    func delete(_ client: ClientID) {
        deleted.insert(client)
        change(client) { $0.isDeleted = true }
    }

    // MARK: The wire

    /// Notes a request that a device begins to send. It leaves the device only if the network can be reached.
    func begins(_ request: HTTPRequest) {
        guard let client = request.sentClient else { return }
        findings.require(
            !cancelled.contains(ClientID(client)), "cancelled", "a cancelled message leaves the device")
    }

    func leaves(_ request: HTTPRequest) {
        if let client = request.sentClient { left.insert(client) }
    }

    func delivers(_ response: HTTPResponse, to request: HTTPRequest) {
        if (400..<500).contains(response.status), let client = request.sentClient { refused.insert(client) }
    }

    func serves(_ response: HTTPResponse, to request: HTTPRequest, arrivedAt arrival: Duration) {
        guard response.status == 200 else { return }
        let path = request.url.path()
        if request.method == .delete, path.contains("/messages/"), !path.contains("/reactions/"),
            let client = response.servedClient, let place = places[ClientID(client)]
        {
            for text in entries[place].texts where deletedTexts[text] == nil { deletedTexts[text] = time.now }
        }
        guard request.method == .get, path.contains("/conversations"), !deletedTexts.isEmpty else { return }
        for text in response.texts {
            let end = deletedTexts[text] ?? arrival
            findings.require(end >= arrival, "resurrected", "\(path) has a deleted text")
        }
    }
}

/// The start of each text. Digits follow it.
private let textStart = "note "

extension HTTPRequest {
    /// The client id in the body of a new message; `nil` for any other request.
    fileprivate var sentClient: String? {
        guard method == .post, url.path().hasSuffix("/messages") else { return nil }
        // A body that is not JSON has no client id.
        return (try? JSONSerialization.jsonObject(with: body) as? [String: Any])?["client_id"] as? String
    }
}

extension HTTPResponse {
    /// The texts of messages in the body. O(n), however many messages exist.
    fileprivate var texts: [String] {
        let (bytes, start) = ([UInt8](body), Array(textStart.utf8))
        var texts: [String] = []
        var place = 0
        while place + start.count < bytes.count {
            guard bytes[place] == start[0], bytes[place..<place + start.count].elementsEqual(start) else {
                place += 1
                continue
            }
            let digits = bytes[(place + start.count)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            texts.append(textStart + String(decoding: digits, as: UTF8.self))
            place = digits.endIndex
        }
        return texts
    }

    /// The client id of the message in the response.
    fileprivate var servedClient: String? {
        let data = members?["data"] as? [String: Any]
        return (data?["message"] as? [String: Any])?["client_id"] as? String
    }
}
