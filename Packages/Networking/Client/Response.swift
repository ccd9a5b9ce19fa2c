public import Foundation
public import OrbitModels

/// A good response: its payload, and what the headers say about it.
public struct Response<Value: Sendable>: Sendable {
    /// The payload.
    public let value: Value
    /// The version of the resource, for a later ``Endpoint/ifMatch`` or ``APIClient/revalidate(_:since:)``.
    public let entityTag: EntityTag?
    /// What the response says about the log of the caller; `nil` from a server that keeps none.
    public let receipt: LogReceipt?

    /// The ``entityTag`` of what cannot be replaced without one.
    public var version: EntityTag {
        get throws(APIError) {
            guard let entityTag else { throw .malformedResponse(reason: "the answer has no ETag") }
            return entityTag
        }
    }

    private let dateField: String?

    /// The time by the server's clock when it responded.
    public var serverDate: Date? { dateField.flatMap(HTTPDate.date(from:)) }

    init(value: Value, receipt: LogReceipt?, headers: HTTPHeaders) {
        self.value = value
        self.receipt = receipt
        entityTag = headers[.etag].map(EntityTag.init(rawValue:))
        dateField = headers[.date]
    }
}

/// A value from the server, and the position in the caller's log that it includes.
public struct Snapshot<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// `nil` from a server that keeps no log.
    public let at: LogPosition?

    /// Creates a snapshot; `at` is `nil` if the server keeps no log.
    public init(_ value: Value, at: LogPosition?) {
        self.value = value
        self.at = at
    }

    /// What a response holds.
    public init(_ response: Response<Value>) {
        self.init(response.value, at: response.receipt?.at)
    }
}
