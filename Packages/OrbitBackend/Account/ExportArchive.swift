import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The file of an export, made as it is read: nothing that was read is kept.
///
/// Each part holds one page of records of one moment, so that no request of others waits long. With it the session is
/// checked again: a caller who has signed out or erased the account gets no more.
actor ExportArchive {
    static let version = 1

    private let context: BackendContext
    private let call: RequestContext
    private let account: AccountRecord
    private var sources: ArraySlice<ExportSource>
    /// The section that the last part belongs to; `nil` before the first.
    private var section: String?
    private var isSectionEmpty = true
    private var isBegun = false
    private var isEnded = false

    init(of account: AccountRecord, for call: RequestContext, _ context: BackendContext) {
        (self.account, self.call, self.context) = (account, call, context)
        // Sorting keeps no order of equal elements by itself.
        sources =
            context.features.tables.flatMap { ExportSource.all(of: $0) }.enumerated()
            .sorted { ($0.element.section, $0.offset) < ($1.element.section, $1.offset) }.map(\.element)[...]
    }

    /// The next bytes, never none; `nil` at the end. Call it again only when it has returned.
    func next() async throws -> Data? {
        if !isBegun {
            isBegun = true
            return try beginning()
        }
        guard let source = sources.popFirst() else {
            if isEnded { return nil }
            isEnded = true
            return try await ending()
        }
        let (account, call, context) = (account, call, context)
        let (elements, rest) = try await context.store.read { reader in
            _ = try context.caller(of: call, in: reader)
            return try source.read(Exporting(account: account, context: context, reader: reader, now: call.now))
        }
        if let rest { sources = [rest] + sources }
        return part(elements, of: source.section)
    }

    private func beginning() throws -> Data {
        var json = LogJSON()
        json.add(#"{"exported_at":"#)
        json.add(try OrbitJSON.encoder.encode(call.now))
        json.add(#","format":"orbit-export","sections":{"#)
        return json.bytes
    }

    private func part(_ elements: [Data], of section: String) -> Data {
        var json = LogJSON(capacity: elements.reduce(64) { $0 + $1.count + 1 })
        if section != self.section {
            json.add(self.section == nil ? "" : "],")
            json.add(quoting: section)
            json.add(":[")
            (self.section, isSectionEmpty) = (section, true)
        }
        for element in elements {
            if !isSectionEmpty { json.add(",") }
            json.add(element)
            isSectionEmpty = false
        }
        // Space between elements means nothing (RFC 8259 §2).
        if json.bytes.isEmpty { json.add("\n") }
        return json.bytes
    }

    private func ending() async throws -> Data {
        let (call, context) = (call, context)
        _ = try await context.store.read { try context.caller(of: call, in: $0) }
        var json = LogJSON()
        if section != nil { json.add("]") }
        json.add(#"},"user_id":"#)
        json.add(quoting: account.key)
        json.add(#","version":"#)
        json.add(Self.version)
        json.add("}")
        return json.bytes
    }
}

/// The records that a table adds to a section of an archive, from some record on.
struct ExportSource: Sendable {
    /// The most records that are read at once.
    static let page = 500

    let section: String
    /// The elements of the next page, and the source of the following ones; `nil` at the end.
    let read: @Sendable (Exporting) throws -> (elements: [Data], rest: ExportSource?)

    /// One for each way in which records of a person are found and exported.
    static func all<Record: BackendRecord>(of type: Record.Type) -> [ExportSource] {
        type.personalData.traces.compactMap { trace in trace.export.map { source(trace, $0, after: .init()) } }
    }

    private static func source<Record: BackendRecord>(
        _ trace: PersonalTrace<Record>, _ export: PersonalTrace<Record>.Export,
        after cursor: PersonalTrace<Record>.Cursor
    ) -> ExportSource {
        // A record with a blob is large, and is read alone.
        let limit = Record.self is any BlobRecord.Type ? 1 : page
        return ExportSource(section: export.section) { exporting in
            let (records, next) = try trace.page(
                of: exporting.person, after: cursor, limit: limit, in: exporting.reader)
            let elements = try records.compactMap { record -> Data? in
                do {
                    return try export.element(record, exporting).map { try OrbitJSON.encoder.encode($0) }
                } catch let error as StoreError {
                    throw error
                } catch {
                    // The rest of the export does not suffer.
                    exporting.context.configuration.count(.callbackFailed("export"))
                    return nil
                }
            }
            return (elements, next.map { source(trace, export, after: $0) })
        }
    }
}
