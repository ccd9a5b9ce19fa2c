public import Foundation
public import OrbitModels

/// A successful response: its payload and the values of its headers.
public struct Response<Value: Sendable>: Sendable {
    /// The payload.
    public let value: Value
    /// The version of the resource, for a later ``Endpoint/ifMatch`` or ``APIClient/revalidate(_:since:)``.
    public let entityTag: EntityTag?
    /// The state of the caller's log after the request; `nil` from a server without logs.
    public let receipt: LogReceipt?

    /// The ``entityTag`` of a resource that cannot be replaced without it. Throws if the response has no tag.
    public var version: EntityTag {
        get throws(APIError) {
            guard let entityTag else { throw .malformedResponse(reason: "the answer has no ETag") }
            return entityTag
        }
    }

    private let dateField: String?

    /// The server's time when it responded; `nil` without a valid `Date` field.
    public var serverDate: Date? { dateField.flatMap(HTTPDate.date(from:)) }

    init(value: Value, receipt: LogReceipt?, headers: HTTPHeaders) {
        self.value = value
        self.receipt = receipt
        entityTag = headers[.etag].map(EntityTag.init(rawValue:))
        dateField = headers[.date]
    }
}

/// A value from the server, with the position up to which it reflects the caller's log.
public struct Snapshot<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The position up to which the value reflects the log; `nil` from a server that keeps no log.
    public let at: LogPosition?

    /// Creates a snapshot; `at` is `nil` if the server keeps no log.
    public init(_ value: Value, at: LogPosition?) {
        self.value = value
        self.at = at
    }

    /// Creates a snapshot of the payload of a response.
    public init(_ response: Response<Value>) {
        self.init(response.value, at: response.receipt?.at)
    }
}
