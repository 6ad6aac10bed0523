/* late_libpq.h: libpq: see late.h. Its functions have their usual names here. */
#ifndef APPARAT_SERVER_LATE_LIBPQ_H
#define APPARAT_SERVER_LATE_LIBPQ_H

#include <libpq-fe.h>

#include "text/error.h"

/* clang-format off */
#define SV_LIBPQ_FUNCTIONS(X) \
	X(PQclear) X(PQcmdStatus) X(PQcmdTuples) X(PQconnectPoll) X(PQconnectStartParams) \
	X(PQconsumeInput) X(PQenterPipelineMode) X(PQerrorMessage) X(PQexitPipelineMode) \
	X(PQfinish) X(PQflush) X(PQfreemem) X(PQftype) X(PQgetResult) X(PQgetisnull) \
	X(PQgetlength) X(PQgetvalue) X(PQisBusy) X(PQnotifies) X(PQntuples) X(PQpipelineSync) \
	X(PQresultErrorField) X(PQresultErrorMessage) X(PQresultStatus) X(PQsendPrepare) \
	X(PQsendQuery) X(PQsendQueryParams) X(PQsendQueryPrepared) X(PQsetNoticeReceiver) \
	X(PQsetnonblocking) X(PQsocket) X(PQstatus)
/* clang-format on */

#define SV_LIBPQ_MEMBER(name) __typeof__(name) *name;
typedef struct sv_libpq_functions {
	SV_LIBPQ_FUNCTIONS(SV_LIBPQ_MEMBER)
} sv_libpq_functions;

extern sv_libpq_functions sv_libpq;

/* This comes before any of the functions. */
bool sv_load_libpq(ap_error *error);

#define PQclear (sv_libpq.PQclear)
#define PQcmdStatus (sv_libpq.PQcmdStatus)
#define PQcmdTuples (sv_libpq.PQcmdTuples)
#define PQconnectPoll (sv_libpq.PQconnectPoll)
#define PQconnectStartParams (sv_libpq.PQconnectStartParams)
#define PQconsumeInput (sv_libpq.PQconsumeInput)
#define PQenterPipelineMode (sv_libpq.PQenterPipelineMode)
#define PQerrorMessage (sv_libpq.PQerrorMessage)
#define PQexitPipelineMode (sv_libpq.PQexitPipelineMode)
#define PQfinish (sv_libpq.PQfinish)
#define PQflush (sv_libpq.PQflush)
#define PQfreemem (sv_libpq.PQfreemem)
#define PQftype (sv_libpq.PQftype)
#define PQgetResult (sv_libpq.PQgetResult)
#define PQgetisnull (sv_libpq.PQgetisnull)
#define PQgetlength (sv_libpq.PQgetlength)
#define PQgetvalue (sv_libpq.PQgetvalue)
#define PQisBusy (sv_libpq.PQisBusy)
#define PQnotifies (sv_libpq.PQnotifies)
#define PQntuples (sv_libpq.PQntuples)
#define PQpipelineSync (sv_libpq.PQpipelineSync)
#define PQresultErrorField (sv_libpq.PQresultErrorField)
#define PQresultErrorMessage (sv_libpq.PQresultErrorMessage)
#define PQresultStatus (sv_libpq.PQresultStatus)
#define PQsendPrepare (sv_libpq.PQsendPrepare)
#define PQsendQuery (sv_libpq.PQsendQuery)
#define PQsendQueryParams (sv_libpq.PQsendQueryParams)
#define PQsendQueryPrepared (sv_libpq.PQsendQueryPrepared)
#define PQsetNoticeReceiver (sv_libpq.PQsetNoticeReceiver)
#define PQsetnonblocking (sv_libpq.PQsetnonblocking)
#define PQsocket (sv_libpq.PQsocket)
#define PQstatus (sv_libpq.PQstatus)

#endif
