import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The file of an export, created while it is read. Parts that were read are not kept.
///
/// Each part contains one page of records from one read of the store, so other requests do not wait long. The read also
/// checks that the reader of the archive may still read it. A caller who has signed out or erased the account gets no
/// further parts.
actor ExportArchive {
    static let version = 1

    private let context: BackendContext
    private let now: Date
    private let admit: @Sendable (any StoreReader) throws -> Void
    private let account: AccountRecord
    private var sources: ArraySlice<ExportSource>
    /// The section that the last part belongs to; `nil` before the first.
    private var section: String?
    private var isSectionEmpty = true
    /// The number of elements that added features have failed to export, by section.
    private var leftOut: [String: Int] = [:]
    private var isBegun = false
    private var isEnded = false

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - now: The instant at which the archive was requested.
    ///   - context: The context of the backend.
    ///   - admit: Throws unless the archive may still be read. It is called in each read of the store.
    init(
        of account: AccountRecord, at now: Date, _ context: BackendContext,
        admit: @escaping @Sendable (any StoreReader) throws -> Void
    ) {
        (self.account, self.now, self.context, self.admit) = (account, now, context, admit)
        // Sorting does not keep the order of equal elements.
        sources =
            context.features.tables
            .flatMap { ExportSource.all(of: $0, isAdded: context.features.isAdded($0.table)) }.enumerated()
            .sorted { ($0.element.section, $0.offset) < ($1.element.section, $1.offset) }.map(\.element)[...]
    }

    /// Returns the next bytes, at least one; `nil` at the end. Call it again only after it has returned.
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
        let (account, now, context, admit) = (account, now, context, admit)
        let page = try await context.store.read { reader in
            try admit(reader)
            return try source.read(ExportContext(account: account, context: context, reader: reader, now: now))
        }
        if let rest = page.rest { sources = [rest] + sources }
        if page.leftOut > 0 {
            leftOut[source.section, default: 0] += page.leftOut
            // The failures are counted here and not in the read, because the store may run a read again.
            for _ in 0..<page.leftOut { context.configuration.count(.callbackFailed("export")) }
        }
        return part(page.elements, of: source.section)
    }

    private func beginning() throws -> Data {
        var json = LogJSON()
        json.add(#"{"exported_at":"#)
        json.add(try OrbitJSON.encoder.encode(now))
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
        // White space between elements has no meaning (RFC 8259 §2).
        if json.isEmpty { json.add("\n") }
        return json.bytes
    }

    private func ending() async throws -> Data {
        let admit = admit
        try await context.store.read { try admit($0) }
        var json = LogJSON()
        if section != nil { json.add("]") }
        json.add("}")
        if !leftOut.isEmpty {
            json.add(#","left_out":"#)
            json.add(try OrbitJSON.encoder.encode(leftOut))
        }
        json.add(#","user_id":"#)
        json.add(quoting: account.key)
        json.add(#","version":"#)
        json.add(Self.version)
        json.add("}")
        return json.bytes
    }
}

/// The records that a table adds to a section of an archive, after a cursor.
struct ExportSource: Sendable {
    /// The maximum number of records of one read.
    static let page = 500

    /// The elements of a page.
    struct Page: Sendable {
        var elements: [Data] = []
        /// The number of elements that an added feature has failed to export.
        var leftOut = 0
        /// The source of the following pages; `nil` at the end.
        var rest: ExportSource?
    }

    let section: String
    /// Reads the next page.
    let read: @Sendable (ExportContext) throws -> Page

    /// Returns one source for each way in which records of a person are found and exported.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - isAdded: Whether the table is of an added feature, whose errors do not stop the export.
    /// - Returns: The sources, in the order of `PersonalData.locators`.
    static func all<Record: BackendRecord>(of type: Record.Type, isAdded: Bool) -> [ExportSource] {
        type.personalData.locators.compactMap { locator in
            locator.export.map { source(locator, $0, after: .init(), isAdded: isAdded) }
        }
    }

    private static func source<Record: BackendRecord>(
        _ locator: PersonalDataLocator<Record>, _ export: PersonalDataLocator<Record>.Export,
        after cursor: PersonalDataLocator<Record>.Cursor, isAdded: Bool
    ) -> ExportSource {
        // A record with a blob is large, and is read alone.
        let limit = Record.self is any BlobRecord.Type ? 1 : page
        return ExportSource(section: export.section.name) { exporting in
            var page = Page()
            do {
                let (records, next) = try locator.page(
                    of: exporting.person, after: cursor, limit: limit, in: exporting.reader)
                page.rest = next.map { source(locator, export, after: $0, isAdded: isAdded) }
                for record in records {
                    do {
                        let element = try export.element(record, exporting)
                        if let element { page.elements.append(try OrbitJSON.encoder.encode(element)) }
                    } catch let error where isAdded && error.isOfRecords {
                        page.leftOut += 1
                    }
                }
            } catch let error where isAdded && error.isOfRecords {
                page.leftOut += 1  // the record at a key cannot be read
            }
            return page
        }
    }
}
