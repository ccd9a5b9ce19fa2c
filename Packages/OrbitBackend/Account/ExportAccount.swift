import Foundation
import Networking
import OrbitModels
import Profiles

/// `GET /users/me/export`: all that the caller has given, as one file; see `Docs/export.md`.
///
/// It is read in pages, so that no request of others waits long; each page is of one moment.
struct ExportAccount: Operations {
    static let version = 1
    /// The most records that are read at once.
    static let page = 500
    private static let making = RateLimit(
        name: "exports", tiers: [.init(count: 3, window: 3_600), .init(count: 10, window: 86_400)])

    let context: Context

    var handlers: [RouteHandler] {
        [RouteHandler(route: AccountRoutes.export, bodyLimit: BodyReader.none.limit, perform: perform)]
    }

    private func perform(_ call: RequestContext) async throws -> OperationResult {
        try await context.admit(call)
        let account = try await context.commit(at: call.now) { transaction in
            let account = try context.caller(of: call, in: transaction).account
            try Self.making.admit(
                account.key, in: transaction, now: call.now, orSay: "You have made copies lately. Try again later.")
            return account
        }
        let file = try await archive(of: account, at: call.now)
        // A caller who has signed out or erased the account meanwhile gets nothing.
        _ = try await context.store.read { try context.caller(of: call, in: $0) }
        let headers = [
            ("content-type", "application/json"), ("cache-control", CacheRule.never.rawValue),
            ("content-disposition", #"attachment; filename="orbit-export.json""#),
        ]
        return OperationResult(response: HTTPResponse(status: 200, headers: HTTPHeaders(lenient: headers), body: file))
    }

    func archive(of account: AccountRecord, at now: Date) async throws -> Data {
        var sections: [String: [Data]] = [:]
        for table in Feature.tables { try await export(table, of: account, at: now, to: &sections) }
        var json = LogJSON(capacity: sections.values.joined().reduce(1_024) { $0 + $1.count + 1 })
        json.add(#"{"exported_at":"#)
        json.add(try OrbitJSON.encoder.encode(now))
        json.add(#","format":"orbit-export","sections":{"#)
        for (place, section) in sections.sorted(by: { $0.key < $1.key }).enumerated() {
            if place > 0 { json.add(",") }
            json.add(quoting: section.key)
            json.add(":[")
            for (place, element) in section.value.enumerated() {
                if place > 0 { json.add(",") }
                json.add(element)
            }
            json.add("]")
        }
        json.add(#"},"user_id":"#)
        json.add(quoting: account.key)
        json.add(#","version":"#)
        json.add(Self.version)
        json.add("}")
        return json.bytes
    }

    private func export<Record: StoreRecord>(
        _ type: Record.Type, of account: AccountRecord, at now: Date, to sections: inout [String: [Data]]
    ) async throws {
        for trace in type.personalData.traces {
            guard let export = trace.export else { continue }
            var cursor = PersonalTrace<Record>.Cursor()
            var isDone = false
            while !isDone {
                let before = cursor
                let (elements, after) = try await context.store.read { reader in
                    let exporting = Exporting(account: account, context: context, reader: reader, now: now)
                    let (records, after) = try trace.page(
                        of: account.id, after: before, limit: Self.page, in: reader)
                    return (
                        try records.compactMap { record in
                            try export.element(record, exporting).map { try OrbitJSON.encoder.encode($0) }
                        }, after
                    )
                }
                sections[export.section, default: []] += elements
                isDone = after == nil
                cursor = after ?? cursor
            }
        }
    }
}
