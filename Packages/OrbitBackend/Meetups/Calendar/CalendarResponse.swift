import BackendRuntime
import Foundation
import ICalendar
import Networking

extension OperationResult {
    /// A calendar as `text/calendar` (RFC 5545, 8.1), or that the caller already has it. Its entity tag is that of its
    /// bytes, so it tells nothing that they do not.
    static func calendar(_ file: CalendarFile, for call: RequestContext) -> OperationResult {
        let body = Data(file.text.utf8)
        var hash = ContentHash()
        hash.add(body)
        let entityTag = EntityTag(rawValue: "\"\(hash.hexadecimal)\"")
        if EntityTags(call.headers.values(of: .ifNoneMatch)).matchWeakly(entityTag) {
            return .notModified(entityTag, cache: .revalidated)
        }
        let headers = [
            ("content-type", "text/calendar; charset=utf-8"), ("cache-control", CacheRule.revalidated.rawValue),
            ("etag", entityTag.rawValue), ("x-content-type-options", "nosniff"),
        ]
        return OperationResult(
            response: HTTPResponse(status: 200, headers: HTTPHeaders(lenient: headers), body: body))
    }
}
